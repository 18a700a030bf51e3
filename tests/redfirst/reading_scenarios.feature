Feature: Read a notebook
  As a tool that makes the book
  I need to know what a lesson promises, tests and exports
  So that I can compare, and write files

Scenario: A cell with directives
  Given a notebook with a code cell that begins with "#| export scoring"
  When we read its cells
  Then the cell has the directive "export" with "scoring"

Scenario: What a lesson promises
  Given a notebook whose scenario has two steps and a table with one row
  When we read its scenarios
  Then there is one, with two steps and that row

Scenario Outline: A mistake in the Gherkin
  Given a notebook with the lines <lines>
  When we read its scenarios
  Then we are told <message>

  Examples:
    | lines                                      | message                             |
    | Feature: A / Feature: B                    | one Feature; this one has several   |
    | Feature: A / Scenario: B / Givn the answer | this is not a step: Givn the answer |
    | Feature: A / Scenario: B                   | B has no steps                      |
    | Feature: A / Scenario: B / Given a / Thn b | in the line 'Thn b'                 |

Scenario Outline: A name that code makes itself
  Given the code <code>
  When we ask which names it uses
  Then they are <used>

  Examples:
    | code                                                | used       |
    | progress(x)                                         | progress x |
    | lambda progress: progress + x                       | x          |
    | [progress for progress in x]                        | x          |
    | (progress := x) + progress                          | x          |
    | with x as progress: progress                        | x          |
    | for progress in x: progress                         | x          |
    | def f(): /  def progress(): return x /  progress()  | x          |
    | def f(): import progress; progress(x)               | x          |
    | class progress: y = x / progress()                  | x          |
    | try: x / except x as progress: progress             | x          |
    | def f(): global progress; progress = x; progress()  | x          |
    | def f(progress=progress): return lambda: progress   | progress   |

Scenario: What a test says
  Given a notebook with a test of two steps, whose helper asserts for it in line 6
  When we read its tests
  Then there is one, with two steps and an assertion in line 6
  And it uses the name "score", as its helper does

Scenario: Where a name comes from
  Given a notebook that exports score to the module "scoring"
  When we ask for the exported names of its folder
  Then "score" is in "scoring"

Scenario: A name exported twice
  Given a notebook that exports score to the module "scoring" twice
  When we ask for the exported names of its folder
  Then we are told "exported twice: score"

Scenario: A row that was added and saved
  Given a lesson with the row "crane | yes", and its test, which has run
  When you add the row "slate | no" and save
  Then the next run has the cases ("crane", True) and ("slate", False)

Scenario Outline: A table that does not fit
  Given a table with the columns <columns> and the row crane, maybe
  When its test asks for the examples word and possible
  Then we are told <message>

  Examples:
    | columns       | message                                                    |
    | word possible | row 1: possible is yes or no, not 'maybe'                  |
    | word posible  | has the columns word, posible; test_possible asks for word |

Scenario: Tests become a file
  Given a notebook with a test of an exported function
  When we tangle it
  Then a test file has the test without its directive
  And the file is left to "make check"
  And the test passes in a Python that has only the package

Scenario: Gherkin blocks become a feature file
  Given a notebook with two gherkin blocks
  When we tangle it
  Then a feature file has both, in order

Scenario: A lesson that is gone leaves nothing behind
  Given a test file of a notebook that no longer exists
  When we tangle all notebooks
  Then the file is removed
