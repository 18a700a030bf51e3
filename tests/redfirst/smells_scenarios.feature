Feature: Smells
  As a learner who tidies up
  I want to hear whether what bothered us is gone
  So that I practise it, as I practise tests

  Scenario Outline: Before and after
    Given a function with the smell <smell>, and one from which it is gone
    When we look for it in both
    Then of the first we are told <told>
    And of the second nothing

    Examples:
      | smell           | told                                          |
      | magic number    | `5` has no name                               |
      | copied lines    | `count += letter in 'iou'` is there twice     |
      | long function   | It has 9 statements, and 8 are enough         |
      | loop for a list | The loop collects what a comprehension says   |
      | deep nesting    | something is nested 3 deep                    |

  Scenario: Moved is not gone
    Given each function with a smell, moved to a helper that a short function calls
    When we look for the smell in the short one
    Then we are told, and to look at the helper
    And a helper without the smell does no harm, nor does a test in the same cell
