Feature: Verdicts
  As a learner
  I want to hear what my function does wrong, and why
  So that I can put it right myself

  Scenario Outline: Right or wrong
    Given a task that asks for a function double
    When the learner's double <does>
    Then the verdict is <verdict>

    Examples:
      | does                          | verdict         |
      | adds the number to itself     | Solved          |
      | says 4.0 for 2                | Not yet         |
      | says False for 0              | Not yet         |
      | is wrong for 99 only          | Not yet         |
      | still has its dots            | Not written yet |
      | is a number                   | Not yet         |

  Scenario: One call, two results
    Given a task that asks for a function double
    When the learner's double remembers all numbers in a list
    Then the verdict shows both results of one call
    And its card says how a function can remember

  Scenario: A known mistake is named
    Given a task that asks for a function double
    When the learner's double squares the number
    Then the verdict names the mistake "squared"
    And its card has the call, what came of it and what was expected

  Scenario Outline: The line that stopped it
    Given a task that asks for a function double
    When the learner's double stops <where>
    Then its card says that it stopped in <line>

    Examples:
      | where                       | line                                                    |
      | in its own cell             | your line 2                                             |
      | in a helper of its own cell | your line 3                                             |
      | in a helper of another cell | line 4 of the cell with `halve`, called by your line 2  |
      | in a method of another cell | line 3 of the cell with `Number`, called by your line 3 |
      | in a generator for a helper | your line 4                                             |
