Feature: A lazy partner
  As a learner who writes tests
  I want a partner who does only what my tests ask for
  So that my tests have to say what I mean

  Scenario: As little as possible
    Given a partner who can count vowels, and would rather not
    When my test asks for the 2 vowels of "crane"
    Then the notebook has a program that says 2 for "skull"
    And the card says so, and shows the program

  Scenario: The end of a game
    Given a partner who can count vowels, and would rather not
    When my tests ask for the vowels of "crane", "skull" and "eerie"
    Then the partner gives up
    And says that "eerie" alone would have been enough
    And another test is kept, although the game is over

  Scenario: A test that beats the book
    Given a partner who has given up
    When my test asks for the 4 vowels of "EERIE"
    Then the partner is delighted

  Scenario Outline: A test that is wrong
    Given a partner who can count vowels, and would rather not
    When I ping with <test>
    Then it is refused: <why>
    And the notebook is as it was

    Examples:
      | test                             | why                            |
      | test()                           | without brackets after it      |
      | "test"                           | without quotes                 |
      | ...                              | isn't written yet              |
      | vowels("crane") == 2             | It asserts nothing             |
      | assert vowel("crane") == 2       | name 'vowel' is not defined    |
      | assert vowels("a", "b") == 1     | the call is `vowels(word)`     |
      | assert vowels("crane") == 3      | Work it out once more          |
      | assert len("crane") == 5         | never asks `vowels`            |
      | while vowels("crane") == 2: pass | did not end within             |

  Scenario: A kernel is restarted
    Given a partner who remembers a test for "crane"
    When another partner for the same game is asked again
    Then it has that test, and says so
    And after a new start it has none

  Scenario Outline: One row at a time
    Given a partner with the vowels of crane, skull and slate
    When my program says <program>
    Then the card is titled: <title>
    And it tells me: <told>

    Examples:
      | program                       | title                     | told               |
      | 2                             | RED  2 of 3 pass, 1 fails | `skull-1`          |
      | None                          | RED  0 of 3 pass, 3 fail  | without a `return` |
      | print(len(word))              | RED  0 of 3 pass, 3 fail  | only shows a value |
      | 1 / 0                         | RED  0 of 3 pass, 3 fail  | `ZeroDivisionError |
      | vowels(word)                  | RED  0 of 3 pass, 3 fail  | calls without end  |
      | 2 - (word == "skull")         | GREEN  3 of 3 pass        | never finished     |
      | sum(map(word.count, "aeiou")) | GREEN  3 of 3 pass        | no row left        |
      | ...                           | Not written yet           | isn't yours yet    |

  Scenario: Saved for a terminal
    Given a partner who has given up, and a program of ours
    When all is saved, one of my tests with a constant and one with an object
    Then pytest runs two tests in the folder, all green
    And the card says what was taken, and what was not
