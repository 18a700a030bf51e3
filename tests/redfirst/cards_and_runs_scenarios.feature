Feature: Cards and runs
  As a learner
  I want to see at a glance, and in words that I know, what came of a check or a run
  So that I can look at my program and go on by myself

  Scenario: A value that cannot be shown
    Given a value whose text never ends
    When it is shown
    Then its type is shown instead

Scenario Outline: What is no test yet
  Given what a beginner has written: <written>
  When it is run
  Then the reader sees <told>

  Examples:
    | written | told                              |
    | begun   | … Not written yet: test_begun     |
    | None    | without brackets after it         |
    | 'test'  | without quotes                    |
    | sum     | is not a test                     |
    | vowels  | such as `test_vowels`             |

Scenario Outline: A run is short
  Given <number> tests that <end>, each with <why> lines of explanation
  When they are shown
  Then there are at most <lines> lines, none of them too wide

  Examples:
    | number | end    | why | lines |
    | 1      | failed | 50  | 12    |
    | 30     | failed | 1   | 12    |
    | 30     | broken | 50  | 12    |
    | 30     | passed | 0   | 3     |
