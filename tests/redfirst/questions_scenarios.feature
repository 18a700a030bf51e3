Feature: Questions before a lesson
  As a learner
  I want to be asked what I know before I read on
  So that I keep it

  Scenario Outline: A question has one right answer
    Given a question in which <what>
    When the author's notebook is read
    Then we are told <told>

    Examples:
      | what                          | told                |
      | all is well                   | 6 is right          |
      | no answer is right            | one of them right   |
      | a wrong answer gets no reason | what to say to each |

  Scenario: A question is asked before the page is read
    Given a lesson that begins with three questions
    When the learner has not answered yet
    Then the card asks all three, and says nothing about the answers

  Scenario: An answer is a mistake of its own
    Given a lesson that begins with three questions
    When the learner answers the first one wrongly, the second rightly and the third with a word
    Then the card says why the first is wrong, and not what would be right
    And the progress has one answered question, and the mistake
    And the third is asked again, for the number of a line
