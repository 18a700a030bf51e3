Feature: Runs in a copy
  As a programmer who lets a machine change a program
  I want its tests to run where they can't do any harm
  So that a wrong line never costs me a file

  Scenario: A test that reaches out
    Given a test that writes a file outside of its folder
    When it runs in a copy
    Then it fails with a PermissionError
    And the file isn't there

  Scenario Outline: A value like those of the tests
    Given the values <values>
    When a thousand like the first are made of them
    Then <value> is one of them, and all have its type

    Examples:
      | values                     | value        |
      | [3, 7]                     | 8            |
      | ["abba"]                   | "ab"         |
      | [Decimal("0.10")]          | Decimal("0") |
      | [date(2024, 2, 28)]        | date(2024, 2, 29) |
      | [[1, 2], [5]]              | [1]          |
      | [{"ann": 60}, {"ben": 0}]  | {}           |
