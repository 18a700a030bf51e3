"""What the wheel carries: the package, its assets, and the course for `pywordle course`."""

import subprocess
import sys
from pathlib import Path

from wordle_course.cli.course import course_files

ROOT = Path(__file__).parents[1]


def test_wheel_carries_the_package_and_the_course(tmp_path):
    build = [sys.executable, "setup.py", "--quiet", "build_py", "--build-lib", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    package, packed = tmp_path / "wordle_course", tmp_path / "wordle_course" / "assets" / "course"
    course = {f.relative_to(packed).as_posix() for f in packed.rglob("*") if f.is_file()}
    assert course == course_files().keys()
    ours = {
        f.relative_to(ROOT / "wordle_course")
        for f in (ROOT / "wordle_course").rglob("*.*")
        if f.is_file() and "__pycache__" not in f.parts
    }
    assert ours == {f.relative_to(package) for f in package.rglob("*.*") if packed not in f.parents}
