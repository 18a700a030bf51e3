"""Whether all that a function does is hand its question on to another one, as text alone says it.

In a lesson the finished program is an import away, so an answer may call it by mistake, or to see
what comes of it. It's found where it's called by any name, and by a helper, but not where anything
else is done with the question or with the answer: that's no guard against cheats.
"""

import ast

from .cells import tree_of
from .sandbox import without_docstring

Paths = dict[str, str]  # what names stand for, such as "game.score" for `finished`


def handed_on_to(text: str, name: str) -> str:
    """What `name` is at the end of a text, or hands its question on to: "game.score.double", say.

    It's "" if that isn't the name of an import, or of what is in one.
    """
    paths: Paths = {}
    for node in tree_of(text).body:
        note(node, paths)
    return paths.get(name, "")


def note(node: ast.stmt, paths: Paths) -> None:
    """Note what the names of a statement stand for from now on."""
    match node:
        case ast.Import(aliases):
            for alias in aliases:
                first = alias.name.partition(".")[0]
                paths[alias.asname or first] = alias.name if alias.asname else first
        case ast.ImportFrom(module, aliases):
            for alias in aliases:
                paths[alias.asname or alias.name] = f"{module}.{alias.name}"
        case ast.Assign([ast.Name(name)], ast.Lambda(arguments, answer)):
            asked = without(paths, name, arguments)
            paths[name] = path_of_call(answer, arguments, asked)
        case ast.Assign([ast.Name(name)], value):
            paths[name] = path_of(value, paths)
        case ast.FunctionDef(name, arguments):
            asked = without(paths, name, arguments)
            paths[name] = path_of_body(without_docstring(node), arguments, asked)


def without(paths: Paths, name: str, arguments: ast.arguments) -> Paths:
    """What names stand for inside of a function that has this name and these arguments."""
    own = {name, *names_of(arguments)}
    return {each: path for each, path in paths.items() if each not in own}


def names_of(arguments: ast.arguments) -> set[str]:
    """The names of all arguments."""
    return {node.arg for node in ast.walk(arguments) if isinstance(node, ast.arg)}


def path_of(node: ast.expr, paths: Paths) -> str:
    """What a name, or a name with dots, stands for; "" if it isn't known."""
    match node:
        case ast.Name(name):
            return paths.get(name, "")
        case ast.Attribute(inner, attribute) if path := path_of(inner, paths):
            return f"{path}.{attribute}"
    return ""


def path_of_call(node: ast.expr | None, arguments: ast.arguments, paths: Paths) -> str:
    """What a call stands for that gives on some of the `arguments` as they are, and nothing else.

    It's "" for other code.
    """
    if not isinstance(node, ast.Call):
        return ""
    given = [each.value if isinstance(each, ast.Starred) else each for each in node.args]
    given += [each.value for each in node.keywords]
    known = names_of(arguments)
    are_as_they_came = all(isinstance(each, ast.Name) and each.id in known for each in given)
    return path_of(node.func, paths) if are_as_they_came else ""


def path_of_body(body: list[ast.stmt], arguments: ast.arguments, paths: Paths) -> str:
    """What a function stands for that only imports, calls, and returns what came of the call."""
    answers: Paths = {}
    for node in body:
        match node:
            case ast.Return(ast.Name(name)) if name in answers:
                return answers[name]
            case ast.Return(value):
                return path_of_call(value, arguments, paths)
            case ast.Assign([ast.Name(name)], ast.Call() as call):
                answers[name] = path_of_call(call, arguments, paths)
            case ast.Import() | ast.ImportFrom() | ast.Assign([ast.Name()], _):
                note(node, paths)
            case _:
                return ""
    return ""
