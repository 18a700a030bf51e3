# The one place for commands. `make` alone lists them.
PYTHON ?= python3
# make test PYTHON=python3.13, where .venv has another one: in .venv-3.13, which stays.
ifeq ($(origin PYTHON),command line)
WANTED := $(shell $(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null)
FOUND  := $(shell sed -nE 's/^version(_info)? = ([0-9]+\.[0-9]+).*/\2/p' .venv/pyvenv.cfg 2>/dev/null)
ifneq ($(FOUND),)
ifneq ($(FOUND),$(WANTED))
VENV   ?= .venv-$(WANTED)
endif
endif
endif
VENV   ?= .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
# JavaScript and CSS: formatted and linted, where there is Node.js.
BIOME  := npx --yes --loglevel=error @biomejs/biome@2.6.8
WEB    := --log-level=warn ../wordle_course/assets/*.js ../wordle_course/assets/*.css lite/*.js lite/*.mjs lite/play/*.js lite/play/*.css ../tests/inline/*.mjs ../redfirst/*.js ../redfirst/*.css
# What of the page needs no browser.
PAGE_TESTS := if node --version >/dev/null 2>&1; then node --test tests/inline >build/node.txt || (cat build/node.txt; exit 1); fi
# Without bytecode each process of the tests would compile Hypothesis and all tests anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: doctor fresh quick reword new-lesson new-task new-command new-program dist help install lab test check fast lint format export trees pictures rerun trace coverage site lite mutants bench constraints prove prove-hard

help:           ## list these commands
	@grep -hE '^[a-z -]+:.*  ?##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /	/' | expand -t 14

install: $(VENV)/.trusted  ## make the virtual environment .venv (the other commands do so when needed)

$(READY): settings.ini setup.py requirements/constraints.txt $(wildcard tools/jupyter/*)
	@$(PYTHON) tools/check_python.py
	@# An environment that Ctrl-C left half made is made anew.
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV)
	@echo "Installing the course in $(VENV): a minute or two, only this once."
	@# Metadata that an older version has left beside the package would hide the entry points of this one.
	@rm -rf wordle_course.egg-info
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c requirements/constraints.txt -e '.[course,dev]'
	@# JupyterLab would ask about its news, over the first lesson.
	@$(BIN)/jupyter labextension disable --level=sys_prefix @jupyterlab/apputils-extension:announcements >/dev/null 2>&1
	@# Nor would it leave a lesson as it is that is only opened: see there.
	@mkdir -p $(VENV)/etc/ipython && cp tools/jupyter/ipython_kernel_config.py $(VENV)/etc/ipython/
	@touch $@

# In a notebook that Jupyter does not trust, a game is only a picture once its page is loaded anew.
# So the notebooks of the course are trusted, no others, and those that have changed since.
# (Make takes a name with a space, such as a copy's, for two names: such notebooks are left out.)
$(VENV)/.trusted: $(filter nbs/%.ipynb exercises/%.ipynb,$(wildcard nbs/[0-9][0-9]_*.ipynb nbs/*/[0-9][0-9]_*.ipynb exercises/[0-9][0-9]_*.ipynb)) | $(READY)
	@$(BIN)/jupyter trust $? >/dev/null || echo "Jupyter could not note that it may trust the lessons: rerun a game after a reload."
	@touch $@

lab: $(VENV)/.trusted  ## open the course in JupyterLab, on this machine only
	@$(BIN)/jupyter lab --ServerApp.ip=127.0.0.1 --LabApp.default_url=/lab/tree/nbs/00_start_here.ipynb $(LAB_OPTIONS)

# A notebook that passed, and of which nothing has changed since, needn't run again to help you.
UNLESS_UNCHANGED := $(if $(CI),,--changed)
test: $(READY) lint  ## check what a change can break: ten minutes, and two or three once all has passed [PYTHON=python3.13]
	@echo "Testing with $$($(BIN)/python --version)."
	@$(BIN)/python -m pytest -n 3 --no-loadscope-reorder -q $(UNLESS_UNCHANGED)

check: UNLESS_UNCHANGED :=
check: test     ## that, and all that is deep: in half an hour
	@$(BIN)/python -m pytest -p no:nbval -o addopts= -p no:cacheprovider -m deep -n 2 --no-loadscope-reorder -q tests

quick: $(READY)  ## what your change can touch, nearest first, in half a minute
	@mkdir -p build; $(PAGE_TESTS)
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff check --quiet --isolated --select F821 tests/acceptance
	@$(BIN)/python -m tools.quick

# Not the project as a whole, nor what searches, proves and compiles.
SLOW := tests/book tests/browser tests/redfirst/test_second_course.py $(patsubst %,tests/player/test_%.py,every_first_word proof_checker search)
fast: $(READY)  ## only the unit tests, without notebooks, proofs and browser, in a minute
	@$(BIN)/python -m pytest -p no:nbval -o addopts= -m "not deep" -n 2 -q tests $(SLOW:%=--ignore %)

lint: $(READY)  ## check style, types, and which module imports which
	@mkdir -p build
	@$(BIN)/ruff format --check . || (echo "Not formatted: run make format. \
	A lesson that you have written in? reset_lesson() in it keeps yours and brings back ours." && false)
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff check --quiet --isolated --select F821 tests/acceptance
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache >build/lint-imports.txt || (cat build/lint-imports.txt && false)
	@if $(BIOME) --version >/dev/null 2>&1; then (cd tools && $(BIOME) check $(WEB)); \
	  else echo "No Node.js, or no network: JavaScript and CSS are not checked."; fi
	@$(PAGE_TESTS)

format: $(READY)  ## format code and notebooks
	@$(BIN)/ruff check --quiet --fix . ; $(BIN)/ruff format .
	@if $(BIOME) --version >/dev/null 2>&1; then (cd tools && $(BIOME) check --write $(WEB)); fi

bench: $(READY)  ## measure the speed of game and search: make bench [BENCH=search] [BUSY=yes: beside a load, too]
	@for it in $(or $(BENCH),inline_game search); do for load in "" $(if $(filter yes,$(BUSY)),tools.bench.busy); do \
	  $(BIN)/python -m $$load tools.bench.$$it $(BENCH_OPTIONS) || exit; done; done

export: $(READY)  ## notebooks -> wordle_course/ and tests/acceptance/; the tables of the pages
	@$(BIN)/python tools/export.py
	@$(BIN)/python -m tools.teaching

doctor: $(READY)  ## all that is missing in the book, in sentences, in seconds
	@$(BIN)/python -m tools.doctor

# The notebooks that differ from the last commit, each ended by a zero byte.
LESSONS := -- 'nbs/*.ipynb' 'authors/*.ipynb'
CHANGED := (git diff -z --name-only --diff-filter=d HEAD $(LESSONS); \
	git ls-files -z --others --exclude-standard $(LESSONS)) | xargs -0 -r
fresh: $(READY)  ## after a change: export, run the notebooks you changed, say what is missing
	@$(CHANGED) $(BIN)/ruff check --quiet --fix; $(CHANGED) $(BIN)/ruff format --quiet
	@$(MAKE) -s export
	@$(CHANGED) $(BIN)/python tools/rerun_notebooks.py
	@$(MAKE) -s doctor

new-lesson new-task new-command: new-%: $(READY)  ## begin one, green from the first: make new-lesson NAME=24_word_ladder
	@$(BIN)/python -m tools.new $* "$(NAME)" "$(TELLS)"
	@$(MAKE) -s fresh

new-program: $(READY)  ## begin a wrong program for a task: make new-program NAME=3.3 TELLS="counts a cow twice"
	@$(BIN)/python -m tools.new program "$(NAME)" "$(TELLS)"

reword: $(READY)  ## change a sentence wherever it stands: make reword OLD="Guess too long" NEW="Too many letters"
	@$(BIN)/python -m tools.reword "$(OLD)" "$(NEW)"

trees: $(READY)  ## search the best strategies and first words anew, for wordle_course/assets/generated
	@$(BIN)/python tools/make_trees.py

dist: $(READY)  ## what is released, in dist/ [TAG=v0.1.0: which version it must be]
	@version=v$$($(BIN)/python -c "import wordle_course; print(wordle_course.__version__)"); \
	  test "$(or $(TAG),$$version)" = "$$version" || (echo "This is $$version, not $(TAG)." && false)
	@rm -rf dist && $(BIN)/python -m build --no-isolation

pictures: $(READY)  ## the pictures of pages anew, from today's program (takes Chromium)
	@$(BIN)/python -m tools.take_screenshot

rerun: $(READY)  ## run notebooks again and keep their outputs: make rerun [NB="nbs/03*.ipynb"]
	@$(BIN)/python tools/rerun_notebooks.py $(or $(NB),nbs/[0-9]*.ipynb nbs/*/[0-9]*.ipynb)

trace: $(READY)  ## every scenario of the book, its test, the code it checks, and the result (minutes)
	@$(BIN)/python -m tools.requirements_matrix

$(VENV)/.site $(VENV)/.lite: $(VENV)/.%: $(READY)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c requirements/constraints.txt -e '.[$*]'
	@touch $@

site: $(VENV)/.site  ## the book as a website and as an EPUB, in _site/html; all links and pages checked
	@$(BIN)/python -m tools.site.make_site
	@$(BIN)/python -m tools.site.make_epub
	@$(BIN)/python -m tools.site.check_site

lite: $(VENV)/.lite  ## the course for a browser alone, and /play/, in _site/lite: for any host; tried out
	@$(BIN)/python -m tools.lite.make_lite
	@$(BIN)/python -m pytest -p no:nbval -o addopts= -q tests/browser/test_lite.py tests/browser/test_play.py \
		tests/browser/test_kit_in_browser_python.py
	@$(BIN)/python -m tools.lite.measure

prove: $(READY)  ## write and check the proof that no strategy needs fewer guesses (ten minutes)
	@mkdir -p build && $(BIN)/pywordle prove build/normal.json.gz && mv build/normal.json.gz wordle_course/assets/generated/

prove-hard: $(READY)  ## the same for hard mode
	@mkdir -p build && $(BIN)/pywordle prove --hard build/hard.json.gz && mv build/hard.json.gz wordle_course/assets/generated/

# With the oldest Python that we promise: a newer one may choose what the old one cannot install.
constraints:    ## write requirements/constraints.txt anew, with the newest versions that settings.ini allows
	@rm -rf build/constraints && $(PYTHON) -m venv build/constraints
	@build/constraints/bin/pip install --quiet --disable-pip-version-check '.[course,site,lite,dev]'
	@head -1 requirements/constraints.txt > build/constraints.txt
	@build/constraints/bin/pip list --format=freeze | grep -viE '^(wordle.course|pip|setuptools)=' >> build/constraints.txt
	@mv build/constraints.txt requirements/constraints.txt
	@build/constraints/bin/pip install --quiet --disable-pip-version-check uv
	@head -1 requirements/hashed.txt > build/hashed.txt
	@build/constraints/bin/uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate \
		--extra course --extra site --extra lite --extra dev -c requirements/constraints.txt setup.py >> build/hashed.txt
	@mv build/hashed.txt requirements/hashed.txt

# The rules of the game, held to the strictest tests: their own, and those of lessons and workshops.
RULES := words word_files score hard_mode game notations
PLAYER := possible strategy information greedy patterns pattern_table

coverage: $(READY)  ## every line and branch of the rules and of the solver is tested, or it fails
	@$(BIN)/python -m pytest -p no:nbval -o addopts= -q \
		$(wildcard $(RULES:%=tests/rules/test_%.py) $(PLAYER:%=tests/player/test_%.py)) \
		$(wildcard tests/acceptance/test_[0125]*.py tests/acceptance/test_82_*.py) \
		$(RULES:%=--cov=wordle_course.%) $(PLAYER:%=--cov=wordle_course.player.%) --cov-branch --cov-report=term-missing --cov-fail-under=100

mutants: $(READY)  ## change the rules in hundreds of small ways: the tests must notice (minutes)
	@$(BIN)/python -m tools.mutants
