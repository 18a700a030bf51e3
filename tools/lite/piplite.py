"""In place of JupyterLite's piplite, which asks an index of packages: this edition has none."""


async def get_transformed_code(command: list[str]) -> str:
    """The code that is run for a line `%pip …`."""
    return "print('Nothing can be installed in this edition: it brings what the course needs.')"
