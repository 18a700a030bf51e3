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
    Then I read that it's RED with the change, and why
    And the partner gives up

  Scenario: A change that I leave
    Given a program that doubles, and adds nothing, and its test
    And a round in which I was shown a change
    When I leave it alone, and ask for a round
    Then I am shown another one

  Scenario Outline: The same calls
    Given a program that <does>, and its test
    And a round in which I was shown a change
    When I let the calls of my test be made with both programs
    Then I read <sentence>

    Examples:
      | does                       | sentence                                     |
      | lets children in           | and my calls show no difference.             |
      | lets a family in           | Yours returns 12, mine returns 0, for `price(6)`. |
      | doubles, and adds nothing  | I've made 1 call of your tests again         |
      | sums up what a loop yields | Your tests make no call of it that could be typed |

  Scenario: Tests that fail
    Given a program that lets children under 6 in for nothing
    And a test that fails
    When I ask for a round
    Then I read the line that pytest marks with an E
