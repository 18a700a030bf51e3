"""Read settings of lines such as `name = value`, in sections, with comments."""


class SettingsError(ValueError):
    """A line that can't be read."""


def value_of(text):
    """A value: a number, true or false, a quoted text, a list, or the text as it is."""
    if text[:1] == "[" and text[-1:] == "]":
        inner = text[1:-1].strip()
        return [value_of(each.strip()) for each in inner.split(",")] if inner else []
    if len(text) >= 2 and text[0] in "\"'" and text[-1] == text[0]:
        return text[1:-1]
    if text in ("true", "false"):
        return text == "true"
    if text.lstrip("-").isdigit():
        return int(text)
    return text


def read(text):
    """The values by section and name. Raises SettingsError with the number of a bad line."""
    sections = {}
    current = sections.setdefault("", {})
    for number, line in enumerate(text.splitlines(), start=1):
        line = line.partition("#")[0].strip()
        if not line:
            continue
        if line.startswith("[") and line.endswith("]"):
            current = sections.setdefault(line[1:-1].strip(), {})
        elif "=" in line:
            name, _, value = line.partition("=")
            if not name.strip():
                raise SettingsError(f"line {number} has no name")
            current[name.strip()] = value_of(value.strip())
        else:
            raise SettingsError(f"line {number} has no =")
    return sections
