Feature: A lesson comes back

  Scenario Outline: A lesson comes back, and nothing is lost
    Given a course that came with <origin>
    And a lesson in it that is <now>
    When the learner calls reset_lesson with its name
    Then the lesson is as it came
    And what was there is in the folder "mine" <kept>

    Examples:
      | origin  | now       | kept        |
      | a wheel | rewritten | once        |
      | git     | rewritten | once        |
      | git     | damaged   | once        |
      | a wheel | gone      | not at all  |

  Scenario: Two versions are kept apart
    Given a course that came with a wheel
    When the learner rewrites a lesson and calls reset_lesson with its name, twice
    Then both versions are in the folder "mine"

  Scenario: A lesson of which nobody knows how it came
    Given a course in a folder that came with nothing
    And a lesson in it that is rewritten
    When the learner calls reset_lesson with its name
    Then the learner reads where to get the course
    And the lesson is as the learner left it
