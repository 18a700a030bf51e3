Feature: A workbench
  As a learner who works in an editor and a terminal
  I want a card that says what is in my folder
  So that I know where I am, and what comes next

  Scenario Outline: What a program has in it
    Given the program: <program>
    When the card describes it
    Then it says "<said>"

    Examples:
      | program          | said                                                   |
      | as it came       | 20 lines: main; an import runs line 20, main()         |
      | with a seam      | 23 lines: settle and main; guarded by __main__         |
      | two settles      | settle in lines 1 and 5: the last one counts           |
      | somebody else's  | 1 line: no function; settle from assistant.one         |
      | a bracket is open | line 1 isn't Python: '(' was never closed             |

  Scenario Outline: What becomes of a test
    Given the program of lesson 10 with a seam
    When pytest runs a test that <does>
    Then it is <colour>

    Examples:
      | does                          | colour |
      | asserts what is true          | GREEN  |
      | asserts what is false         | RED    |
      | makes the program crash       | RED    |
      | wants an error that never comes | RED  |
      | misspells the function        | BROKEN |
      | imports what is not there     | BROKEN |
      | is not Python                 | BROKEN |
      | is skipped                    | SKIPPED |

  Scenario: The card only looks
    Given a folder with a program and a test that writes a file
    When the card looks at it
    Then each file is as it was, and there is no new one

  Scenario: A repository of the learner's own
    Given a folder inside another repository
    When the card looks at it
    Then it says that the folder has no repository of its own
    And after git init and a commit, it names the commit, and the file that was changed since

  Scenario Outline: What comes next
    Given our folder after <step>, of which the card has seen a RED of <seen>
    When the card says what comes next
    Then it begins with "<comes>"

    Examples:
      | step  | seen          | comes                                 |
      | start | nothing       | A net.                                |
      | net   | nothing       | I haven't seen a RED of test_as_it_is |
      | net   | test_as_it_is | A seam.                               |
      | seam  | test_as_it_is | A test that calls                     |
      | red   | test_as_it_is | RED.                                  |
      | cents | test_as_it_is | I haven't seen a RED of test_no_cent  |
      | cents | both          | A duel                                |
      | parts | all           | A duel                                |

  Scenario Outline: A slip that's easily made
    Given a folder with a program, and a test of it in which <slip>
    When the card looks at it
    Then it says "<said>"

    Examples:
      | slip                    | said                                   |
      | the file is called else | only in files named test_….py          |
      | the file is no Python   | only in files named test_….py          |
      | nothing is saved        | empty: is it saved?                    |
      | nothing is asserted     | `test_it` asserts nothing. Say         |
      | its name is another     | no test_… yet                          |
      | the program asks        | RED: NoKeyboardError: `input` waits    |
      | the import is wrong     | BROKEN: ModuleNotFoundError: No module |

  Scenario: A notebook's functions become files, and a file's tests come back
    Given a function, a test of it, and a workbench that begins with both
    When the learner begins
    Then plain pytest is GREEN there
    And the workbench has the test, and none after the file has lost it

  Scenario: Nothing is written over
    Given a folder in which the learner has written a file
    When begin is called
    Then the learner's file is there, and no other
    And in an empty folder it writes the files of the start
