Feature: A learner's test is judged
  As a learner who writes a test
  I want to hear what my test would let through
  So that my next test is a better one

  Scenario Outline: A test is judged
    Given a task that asks for a test of read_words
    When the learner's test <does>
    Then it is <judged>

    Examples:
      | does                                  | judged          |
      | asks for all words, in order          | solved          |
      | asks for one word                     | lets 2 through  |
      | expects a wrong answer                | unfair          |
      | has no assert                         | asserts nothing |
      | stops with an error of its own        | broken          |

Scenario Outline: Wrong answers, and questions that were never put
  Given a program add_up, which asks for two numbers and adds them
  When a test runs this line: <line>
  Then the run is <colour>

  Examples:
    | line                         | colour |
    | assert add_up([1, 2].pop)    | GREEN  |
    | assert add_up([1, 2].pop) == 4 | RED  |
    | add_up([None, None].pop)     | RED    |
    | add_up(lambda: [].pop())     | RED    |
    | ad_up([1, 2].pop)            | BROKEN |
    | add_up()                     | BROKEN |
    | json.loads("two")            | BROKEN |

  Scenario Outline: A program slips through
    Given a task with a wrong program that is <secret>
    When the card for a test that lets it through is shown
    Then its text names the program that slips through
    And its text has no example and no code
    And its HTML has them folded away, the code <code>

    Examples:
      | secret     | code    |
      | not secret | as well |
      | secret     | not     |
