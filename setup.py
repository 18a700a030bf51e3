"""Everything said here is read from settings.ini: edit there."""

import re
import shutil
from configparser import ConfigParser
from pathlib import Path

from setuptools import Distribution, find_packages, setup
from setuptools.command.build_py import build_py

config = ConfigParser(delimiters=["="])
config.read("settings.ini", encoding="utf-8")
settings = config["DEFAULT"]

COURSE = (
    "nbs/[0-9]*.ipynb",
    "nbs/[!.]*/[0-9]*.ipynb",
    "nbs/images/*",
    "nbs/measured/*",
    "exercises/[0-9]*.ipynb",
)


class WithCourse(build_py):
    """Puts the lessons into the wheel, where `pywordle course` looks for them."""

    def run(self):
        super().run()
        if self.editable_mode:
            return  # the lessons are beside the package
        target = Path(self.build_lib, settings["lib_name"], "assets", "course")
        for file in (file for pattern in COURSE for file in Path().glob(pattern)):
            (target / file.parent).mkdir(parents=True, exist_ok=True)
            shutil.copy(file, target / file)


class WithSettings(Distribution):
    """Lays out data_files in an editable installation, too: setuptools asks for this name there."""

    def has_data(self):
        return self.has_data_files()


def for_the_index(page, address, branch="main"):
    """A page of the repository as the package index shows it, where no relative link works.

    Nor has it anchors. With the address of the repository, links lead there; without one, a link is
    its words, and a picture is left out.
    """
    folder = {"!": f"{address}/raw/{branch}/", "": f"{address}/blob/{branch}/"}

    def replace(link):
        picture, words, place = link.groups()
        if place.startswith("#"):
            place = f"README.md{place}"
        if address:
            return f"{picture}[{words}]({folder[picture]}{place})"
        return "" if picture else words

    page = re.sub(r"(!?)\[([^][]*)\]\((?![a-z]+:)([^)]*)\)", replace, page)
    return re.sub(r"\n{3,}", "\n\n", page)


if __name__ == "__main__":
    readme = Path("README.md").read_text(encoding="utf-8")
    setup(
        cmdclass={"build_py": WithCourse},
        distclass=WithSettings,
        name=settings["lib_name"],
        version=settings["version"],
        description=settings["description"],
        long_description=for_the_index(readme, settings["git_url"], settings["branch"]),
        long_description_content_type="text/markdown",
        keywords=settings["keywords"].split(),
        author=settings["author"],
        project_urls={"Source": settings["git_url"]} if settings["git_url"] else {},
        license=settings["license"],
        license_files=["LICENSE"],
        classifiers=[
            f"Development Status :: {settings['status']}",
            f"Intended Audience :: {settings['audience']}",
            f"Natural Language :: {settings['language']}",
            "Framework :: Jupyter",
            "Programming Language :: Python :: 3",
        ],
        python_requires=f">={settings['min_python']}",
        packages=find_packages(
            include=[settings["lib_name"], settings["lib_name"] + ".*", "redfirst"]
        ),
        package_data={
            settings["lib_name"]: settings["package_data"].split(),
            "redfirst": ["*.css", "*.js", "*.md", "py.typed"],
        },
        install_requires=settings["requirements"].split(),
        extras_require={
            extra: settings[f"{extra}_requirements"].split()
            for extra in ("solver", "course", "site", "lite", "dev")
        },
        data_files=[
            # By this, Jupyter's server finds what workshop 75 has for it.
            ("etc/jupyter/jupyter_server_config.d", ["tools/jupyter/wordle_course.json"]),
            # And this, a kernel runs at its start.
            ("etc/ipython/startup", ["tools/jupyter/20-wordle_course.py"]),
        ],
        entry_points={
            "console_scripts": settings["console_scripts"].split(),
            "redfirst.courses": settings["courses"].split(),
        },
        zip_safe=False,
    )
