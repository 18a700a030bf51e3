Feature: A duel
  As a programmer with tests of my own
  I want to be shown a change that my tests don't notice
  So that I find the test that's missing, and no mistake finds my users

  Scenario: A change that no test notices
    Given a program that lets children under 6 in for nothing
    And a test with a child of 3 and a woman of 30
    When I ask for a round
    Then I am shown "age <= 6"
    And nothing of mine has been written to

  Scenario: The test that was missing
    Given a program that lets children under 6 in for nothing
    And a test with a child of 3 and a woman of 30
    And a round in which I was shown "age <= 6"
    When I write a test with a child of 6, and ask for a round
    Then the partner gives up

  Scenario Outline: Harmless?
    Given a program that <does>, and its test
    And a round in which I was shown a change
    When I say that it does no harm
    Then the partner says <verdict>

    Examples:
      | does                       | verdict                                     |
      | lets children in           | Yours says 12, mine says 0, for `price(6)`. |
      | doubles, and adds nothing  | and none differed. That's no proof.         |
      | sums up what a loop yields | I couldn't try: it needs generator          |

  Scenario: Tests that fail
    Given a program that lets children under 6 in for nothing
    And a test that fails
    When I ask for a round
    Then I read the line that pytest marks with an E
