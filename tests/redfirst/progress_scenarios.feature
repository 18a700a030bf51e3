Feature: Progress
  As a learner
  I want help when I ask for it, and my progress to be kept
  So that I learn from my own tries, and a teacher can help me

  Scenario: The same answer counts once
    Given a learner who has checked one wrong answer three times
    When the learner asks for the solution
    Then it is not shown

  Scenario: A hint about what slipped through
    Given a learner whose test passed for a wrong program
    When the learner asks for a hint twice
    Then the hints are about that program

  Scenario: What is handed in
    Given a learner who has checked a wrong answer to task 1.2
    When the learner hands in the progress as ada.json
    Then the file has one try for 1.2, not solved, and the name of the mistake
    And the learner's code is not in it

  Scenario Outline: A file that cannot be used
    Given a class with one good file, and one called bob.json with <content>
    When the teacher looks at the class
    Then the good file counts
    And the teacher reads that bob.json cannot be read in this version of the course

    Examples:
      | content                                  |
      | Dear diary                               |
      | ÿþ                                       |
      | [1, 2]                                   |
      | {"literate-wordle progress": 2}          |
      | {"literate-wordle progress": {"3.3": 7}} |

  Scenario: Where the class is stuck
    Given three learners, of whom two have tried 3.3 and not solved it
    And one mistake that both have made, and another one that one has made
    And a learner who has solved 3.2 with a try
    When the teacher asks where the class is stuck
    Then task 3.3 comes first, with two learners
    And the mistake that both have made comes first
