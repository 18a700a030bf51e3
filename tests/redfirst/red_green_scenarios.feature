Feature: Honest test runs
  As a reader of a lesson
  I need to see the tests fail and pass for real, and at a glance why
  So that I can believe what the lesson says

Scenario Outline: A run and the colour that the lesson demands
  Given a test that is <test>
  When the <reader> runs it as <colour>
  Then the page shows <shown>
  And the notebook stops: <stops>

  Examples:
    | test   | reader  | colour | stops | shown                                        |
    | wrong  | suite   | red    | no    | RED  0 of 1 pass, 1 fails                    |
    | right  | suite   | green  | no    | GREEN  1 of 1 pass                           |
    | broken | suite   | broken | no    | BROKEN  0 of 1 pass, 1 breaks                |
    | right  | suite   | red    | yes   | should be RED, but every test passes.        |
    | right  | learner | red    | no    | The program agrees with test_sum already     |
    | idle   | learner | red    | no    | It asserts nothing                          |
    | begun  | suite   | red    | no    | … Not written yet: test_begun                |
    | wrong  | suite   | green  | yes   | this fails: test_sum. If the program is what |
    | broken | suite   | red    | yes   | should be RED, but this breaks: test_sum.    |
    | broken | suite   | green  | yes   | should be GREEN, but this fails: test_sum.   |
    | unrun  | suite   | red    | yes   | run the cells above first                    |
    | wrong  | suite   | broken | yes   | should be BROKEN, but nothing breaks.        |

Scenario Outline: What a reader predicts
  Given a test with three rows, of which the second fails
  When the reader says <said>
  Then the reader sees <shown>

  Examples:
    | said     | shown                                      |
    | ...      | Predict first                              |
    | 2        | You said 2: right.                         |
    | []       | You said none, but it's 2. Look at 2.      |
    | {1, 2}   | You said 1 and 2, but it's 2. Look at 1.   |
    | (2, 3)   | You said 2 and 3, but it's 2. Look at 3.   |
    | [0]      | no row 0 here. Write numbers from 1 to 3,  |
    | '2'      | You said 2: right.                         |
    | [7]      | There is no row 7 here.                    |
    | 2.5      | Write numbers from 1 to 3                  |
    | [-1]     | Write numbers from 1 to 3                  |
    | [[2]]    | Write numbers from 1 to 3                  |
    | True     | Write numbers from 1 to 3                  |
    | 'maybe'  | Write numbers from 1 to 3                  |
    | ''       | Write numbers from 1 to 3                  |
    | len      | Write numbers from 1 to 3                  |

Scenario: With what line E, and why?
  Given a test that fails, and a cell that asks which ones fail, and why
  When the reader says which, and then why
  Then the run stays folded until both are said
  And the reader's own words stand above line E

Scenario: A number that no line E has
  Given a test that fails
  When a reader gives a number as the reason, which stands in line E or doesn't
  Then only a number that isn't there is said to be missing

Scenario: Our answer stays hidden
  Given a test of ours, below a task for the reader
  When the suite runs it as RED, and then a learner does
  Then what the suite stores is folded
  And what the learner sees is not

Scenario Outline: A prediction of a value
  Given a cell that shows <value>, folded
  When the reader says <said>
  Then the reader is told <told>

  Examples:
    | value        | said   | told                                |
    | 36           | ...    | Predict first                       |
    | 36           | 36     | You said 36: right.                 |
    | 36           | '40'   | You said 40. It is:                 |
    | '14 of 2309' | 14     | You said 14: right.                 |
    | '14 of 2309' | 2309   | You said 2309. It is:               |
    | '2.11 %'     | '2%'   | You said 2%: right.                 |
    | 2.11         | 2.2    | You said 2.2. It is:                |
    | {0, 5}       | 5      | Write a set, such as equals={1, 2}. |
    | {0, 5}       | [5, 0] | Write a set, such as equals={1, 2}. |
    | {0, 5}       | {5, 0} | You said {0, 5}: right.             |
    | {0, 5}       | {5}    | You said {5}. It is:                |
    | [8, 12]      | 8      | Write a list, such as equals=[1, 2] |
    | 'slate'      | 'SLATE'| You said SLATE: right.              |
    | None         | None   | You said None: right.               |
    | 36           | 'many' | Write a number, such as equals=12.  |

Scenario: A prediction is compared with what it was made for
  Given a cell that has folded a run away, and another one a value
  When the program is changed before the reader says what both were
  Then both predictions are right

Scenario: The finding of a plot
  Given a plot with the finding "Four is most"
  When it is shown twice
  Then its text is "[plot: Four is most]", also where no picture can be shown
  And both drawings are the same, character by character

Scenario Outline: A learner who is a lesson ahead
  Given a program that <program>, which the lesson asks for in task 4.2
  When the learner's <test> isn't RED with it
  Then the learner is told <told>

  Examples:
    | program           | test          | told                                            |
    | is right          | test          | score_guess does all that task 4.2 asks for     |
    | is right          | helped test   | score_guess does all that task 4.2 asks for     |
    | is right          | copy of ours  | score_guess does all that task 4.2 asks for     |
    | is right          | table         | score_guess does all that task 4.2 asks for     |
    | is imported       | test          | The program agrees with test_score already      |
    | is wrong          | easy test     | The program agrees with test_score already      |
    | is right          | idle test     | It asserts nothing                              |
    | is right          | other test    | The program agrees with test_score already      |

Scenario: A wrong program that calls a right one
  Given a ranking that forgets the alphabet, and calls what task 18.6 asks for
  When the learner's test of the ranking isn't RED with it
  Then the learner is told that the program agrees with the test

Scenario: A test of what is built on a program that has been checked
  Given a right program whose task has been checked in this notebook
  When the learner's test of another program, which calls it, isn't RED
  Then the learner is told that the program agrees with the test
