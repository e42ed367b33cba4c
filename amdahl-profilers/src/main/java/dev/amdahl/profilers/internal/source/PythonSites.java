package dev.amdahl.profilers.internal.source;

import dev.amdahl.spi.profiler.CodeScope;

/** Walks the tree of one Python file and notes its sites. One per file, not thread-safe. */
final class PythonSites {
    private final SiteCollector into;
    private final PythonNames names;
    private final PythonLoops loops;
    private final PythonCalls calls;

    private PythonSites(SyntaxNode module, SiteCollector into) {
        this.into = into;
        this.names = new PythonNames(module);
        this.loops = new PythonLoops(module);
        this.calls = new PythonCalls(names, into);
    }

    /** Notes the sites of a file. */
    static void find(String text, SiteCollector into) throws UnparsableException {
        SyntaxNode module = Grammar.PYTHON.parse(text);
        PythonSites sites = new PythonSites(module, into);
        PythonValues values = new PythonValues(sites.names, module, null);
        sites.children(module, new PythonScope("", values, into.outside(false), SyntaxNode.NONE, false));
    }

    private void children(SyntaxNode node, PythonScope scope) {
        node.children().forEach(child -> visit(child, scope));
    }

    private void visit(SyntaxNode node, PythonScope scope) {
        switch (node.type()) {
            case "decorated_definition" -> decorated(node, scope);
            case "function_definition" -> function(node, node.line(), scope);
            case "class_definition" ->
                children(node, scope.within(node.field("name").text()));
            case "for_statement" -> {
                visit(node.field("right"), scope);
                visit(node.field("body"), scope.in(node));
                node.fields("alternative").forEach(child -> visit(child, scope));
            }
            case "while_statement" -> {
                test(node.field("condition"), SiteKind.TRUTH_TEST, scope.in(node));
                visit(node.field("condition"), scope.in(node));
                visit(node.field("body"), scope.in(node));
                node.fields("alternative").forEach(child -> visit(child, scope));
            }
            case "if_statement", "elif_clause" -> branch(node, scope);
            case "except_clause" -> children(node, scope.sometimes());
            default -> expression(node, PythonLoops.isLoop(node) ? scope.in(node) : scope);
        }
    }

    private void expression(SyntaxNode node, PythonScope scope) {
        switch (node.type()) {
            case "conditional_expression" -> {
                if (node.children().size() > 2) {
                    test(node.children().get(2), SiteKind.TRUTH_TEST, scope);
                }
            }
            case "if_clause" -> {
                if (node.children().size() > 1) {
                    test(node.children().get(1), SiteKind.TRUTH_TEST, scope);
                }
            }
            case "assert_statement" -> {
                if (node.children().size() > 1) {
                    test(node.children().get(1), SiteKind.TENSOR_ASSERT, scope);
                }
            }
            case "call" -> calls.check(node, scope);
            case "assignment" -> calls.checkEnvironment(node, scope);
            default -> {}
        }
        children(node, scope);
    }

    private void branch(SyntaxNode node, PythonScope scope) {
        SyntaxNode condition = node.field("condition");
        test(condition, SiteKind.TRUTH_TEST, scope);
        PythonScope inside = isEveryNth(condition) ? scope.sometimes() : scope;
        for (SyntaxNode child : node.children()) {
            visit(child, child == node.field("consequence") ? inside : scope);
        }
    }

    /** {@code step % 100 == 0} and its like. */
    private static boolean isEveryNth(SyntaxNode condition) {
        return (condition.is("binary_operator") && condition.field("operator").is("%"))
                || condition.children().stream().anyMatch(PythonSites::isEveryNth);
    }

    private void test(SyntaxNode condition, SiteKind kind, PythonScope scope) {
        if (scope.values().isTested(condition)) {
            into.add(kind, condition.line(), scope.codeScope());
        }
    }

    private void decorated(SyntaxNode node, PythonScope scope) {
        for (SyntaxNode child : node.children()) {
            if (child.is("function_definition")) {
                function(child, node.line(), scope);
            } else {
                visit(child, scope);
            }
        }
    }

    private void function(SyntaxNode node, int firstLine, PythonScope scope) {
        visit(node.field("parameters"), scope);
        String name = node.field("name").text();
        CodeScope site = new CodeScope(scope.prefix() + name, firstLine, node.lastLine(), loops.repeats(name));
        PythonScope inside = new PythonScope(
                scope.prefix() + name + ".",
                new PythonValues(names, node, scope.values()),
                site,
                SyntaxNode.NONE,
                false);
        visit(node.field("body"), inside);
    }
}
