Feature: Trace requirements
  As a reader of the book
  I want each scenario and its test to say the same
  So that I am not promised what nobody checks

  Scenario Outline: A scenario and its test say the same
    Given a scenario with the steps <scenario>
    And a test with the steps <test>
    When we compare them
    Then they agree: <agree>

    Examples:
      | scenario                            | test                                | agree |
      | Given crane; Then green             | Given crane; Then green             | yes   |
      | Given crane; Then green             | Given crane; Then grey              | no    |
      | Given crane; Then green             | Given crane                         | no    |
      | Given crane; Then green             | Given crane; When slate; Then green | no    |
      | Given crane; When slate; Then green | When slate; Given crane; Then green | no    |

  Scenario Outline: A Then that nobody checks
    Given a test with the lines <lines>
    When we ask what is not proved
    Then we are told of <step>

    Examples:
      | lines                                         | step       |
      | Given crane / Then green / assert             |            |
      | Given crane / Then green                      | Then green |
      | assert / Given crane / Then green             | Then green |
      | Then green / assert / When slate / Then grey  | Then grey  |
      | Then green / When slate / Then grey / assert  | Then green |
      | Then green / And grey / assert                |            |

  Scenario Outline: Scenarios and tests belong together
    Given a notebook that tells "Perfect guess" <scenarios> times and tests it <tests> times
    When we trace it
    Then we are told <message>

    Examples:
      | scenarios | tests | message                  |
      | 1         | 1     | all is well, in 1 row    |
      | 1         | 0     | has no test              |
      | 1         | 2     | has several tests        |
      | 2         | 1     | is told 2 times          |
      | 0         | 1     | the test has no scenario |
