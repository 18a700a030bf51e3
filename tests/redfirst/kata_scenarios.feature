Feature: A kata
  As a learner who writes a small program alone
  I want to hear whether I worked test first
  So that I get used to it

  Scenario: One step at a time
    Given a learner who wrote three tests, each before its code
    When they ask for the card before tidying up, and after it
    Then the first card misses the refactoring
    And the second one is done

  Scenario: The code came first
    Given a learner who wrote the code, then its tests, and saw them green at once
    When they ask for the card
    Then it says so, and how to go on
    And it does not say that they lied, because the log may have been lost

  Scenario: A test was wrong itself
    Given a learner whose test expects a wrong number, is RED, and is then corrected
    When they ask for the card
    Then the corrected test counts as one that was RED

  Scenario: The kernel is restarted
    Given a learner who wrote a test, saw it RED, and restarted the kernel
    When they write the code, see it GREEN, and tidy up
    Then the card remembers the RED

  Scenario: In a hurry, with thin tests
    Given a learner whose only test would accept a program that never sees a cow
    When they ask for the card
    Then it names a wrong program that slips through
    And this counts as a try, as with any other task

Scenario Outline: What a log shows
  Given a log of <steps>
  When the learner looks back
  Then they read <told>

  Examples:
    | steps         | told                                                   |
    | R, G, R, G    | 2, and 2 came next after a RED                         |
    | R, G, F       | Refactoring     1: other code                          |
    | R, G          | Refactoring     0: other code                          |
    | G             | 1 GREEN came with no RED before it, the last one: `total, test_2` |
    | R, G, G       | 1 GREEN came with no RED before it                     |
    | R, G, checked | with our tests  1, in a check                          |
    | R, taken, R   | The last RED has no GREEN yet: `test_1`                |
    | R, taken, R   | Taken back      1, because right programs failed       |
    | R, hand, G    | 1, and 1 came next after a RED                         |
    | partner       | 1, and 0 came next after a RED                         |
    | nothing       | neither RED nor GREEN                                  |
