"""A course of one lesson, about Roman numerals: its package, and its face.

The lesson writes the module `numerals`. All else that a notebook of the course needs, such as
`check`, `red` and `green`, comes from the kit: `from roman import check, green, red`.
"""

from importlib import resources

from wordle_course import kit

kit.use(
    kit.Course(
        title="roman-numerals",
        package="roman",
        face="roman",
        assets=resources.files("roman") / "assets",
        progress="roman",
    )
)
__getattr__ = kit.__getattr__
