Feature: A sandbox
  As a learner
  I want every check to end with an answer
  So that no mistake of mine costs me my notebook

  Scenario Outline: A loop that never ends
    Given a function with a loop that <does>
    When it is called in the sandbox
    Then the outcome is unfinished

    Examples:
      | does                |
      | does nothing        |
      | catches every error |

  Scenario Outline: Work and waiting
    Given a function that <does> for a while
    When it is called in the sandbox
    Then the outcome is <kind>

    Examples:
      | does                 | kind       |
      | works                | unfinished |
      | sleeps               | unfinished |
      | waits for other work | returned   |
