Feature: Small changes
  As a programmer who tests the tests
  I want each mutant to differ from the program in one thing
  So that I know what a test has noticed

  Scenario: One thing moves
    Given a program with its author's own spaces, brackets and comments
    When it is changed in each way that we know
    Then each changed program is the old one with one piece replaced
    And its syntax tree differs in that piece alone

  Scenario: A line that is left alone
    Given a line that ends in "# pragma: no mutate"
    When the program is changed in each way that we know
    Then that line stays as it is
