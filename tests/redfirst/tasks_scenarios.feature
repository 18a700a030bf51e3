Feature: Tasks
  As an author of exercises
  I want to write a task once, with its wrong answers
  So that the learner's notebook, the checker and the proof cannot disagree

  Scenario: The learner gets the task and no more
    Given an author's notebook with a task
    When the learner's notebook is made
    Then it has the text, the stub and the check
    And neither it nor the packed lesson shows the solution or a wrong answer

  Scenario Outline: A gate
    Given a task in which <what>
    When it is proved
    Then we are told <told>

    Examples:
      | what                               | told                                     |
      | nothing is wrong                   | The mistake: squared.                    |
      | the wrong answer is right          | no case shows that 'squared' is wrong    |
      | one call is checked only           | no case notices 2 * number -> 2 // number |
      | a change that shows is excused     | no excuse: 2 * number -> 2 // number     |
      | a right answer is missing          | two more right answers                   |
      | a hint is missing                  | three hints                              |
