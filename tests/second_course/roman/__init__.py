"""A course of one lesson, about Roman numerals: its package, and its face.

The lesson writes the module `numerals`. All else that a notebook of the course needs, such as
`check`, `red` and `green`, comes from redfirst, by way of this package: `from roman import check, green, red`.
"""

from importlib import resources

import redfirst

redfirst.use(
    redfirst.Course(
        title="roman-numerals",
        package="roman",
        face="roman",
        assets=resources.files("roman") / "assets",
        progress="roman",
    )
)
__getattr__ = redfirst.__getattr__
