Feature: A project of the learner's own
  As a learner
  I want what I write to be mine, in plain files
  So that I can go on with it when the lessons are over

  Scenario: A program and its tests leave the notebook
    Given a program with a test, one with a table, and one that needs what only the notebook has
    When the program is taken into a project
    Then plain pytest passes there with the rows of the table
    And the test that needs the notebook stays behind, with a sentence

  Scenario: What was changed by hand stays
    Given a project whose learner has changed the program by hand
    When another version comes from the notebook, and one more test
    Then the program is as the learner has it, and they are told
    And the test is there

  Scenario: Ours never takes the place of theirs
    Given a project with a program that is ours
    When the learner's own comes, and then ours once more
    Then the learner's own is there

  Scenario: The story of a project
    Given a project in a folder with git
    When a test is RED, its program GREEN, then changed by hand, and tidied up
    Then the log tells these four in their order
    And no setting of git's has changed
