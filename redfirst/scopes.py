"""The names of some code, in the scopes that Python's compiler gives them."""

import ast
import symtable


class AsGenerators(ast.NodeTransformer):
    """Makes a generator of each comprehension."""

    def visit_ListComp(self, node: ast.ListComp) -> ast.AST:
        """Of a list comprehension."""
        return self.generic_visit(ast.GeneratorExp(node.elt, node.generators))

    def visit_SetComp(self, node: ast.SetComp) -> ast.AST:
        """Of a set comprehension."""
        return self.generic_visit(ast.GeneratorExp(node.elt, node.generators))

    def visit_DictComp(self, node: ast.DictComp) -> ast.AST:
        """Of a dict comprehension."""
        pair = ast.Tuple([node.key, node.value], ast.Load())
        return self.generic_visit(ast.GeneratorExp(pair, node.generators))


def table_of_names(code: str) -> symtable.SymbolTable:
    """What Python's compiler knows of the names in some code. Raises SyntaxError.

    From Python 3.12 on, a comprehension runs where it stands, and the compiler counts its loop
    variable among the names around it, although nothing else can see it there. That of a generator
    is the generator's own in each Python, so the compiler is asked about generators.
    """
    tree = AsGenerators().visit(ast.parse(code))
    return symtable.symtable(ast.unparse(tree), "code", "exec")


def top_level(code: str) -> list[symtable.Symbol]:
    """What the compiler knows of each name at the top level of some code. Raises SyntaxError."""
    return table_of_names(code).get_symbols()


def symbols_in(code: str) -> list[symtable.Symbol]:
    """What the compiler knows of each name in some code, in whatever scope."""
    tables = [table_of_names(code)]
    for table in tables:
        tables += table.get_children()  # the loop comes to these, too
    return [each for table in tables for each in table.get_symbols()]


def is_bound(symbol: symtable.Symbol) -> bool:
    """Whether the top level of some code binds a name."""
    return symbol.is_assigned() or symbol.is_imported()
