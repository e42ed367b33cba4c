package dev.amdahl.profilers.internal.source;

import com.github.javaparser.JavaParser;
import com.github.javaparser.ParseResult;
import com.github.javaparser.ParserConfiguration;
import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.stmt.SynchronizedStmt;

/** Parses one Java file and notes its sites. */
final class JavaSites {
    private static final int DEEPEST = 600;

    private JavaSites() {}

    static void find(String text, SiteCollector into) throws UnparsableException {
        try {
            sites(parse(text), into);
        } catch (StackOverflowError deep) {
            throw new UnparsableException("nested too deep, left out");
        }
    }

    private static void sites(CompilationUnit unit, SiteCollector into) {
        JavaScopes scopes = new JavaScopes(unit, into);
        JavaCalls calls = new JavaCalls(unit, scopes, into);
        unit.walk(Node.TreeTraversal.PREORDER, node -> {
            if (node instanceof MethodCallExpr call) {
                calls.check(call);
            } else if (node instanceof SynchronizedStmt && scopes.isInLoop(node)) {
                into.add(SiteKind.LOCK, JavaScopes.line(node), scopes.of(node));
            }
        });
    }

    static CompilationUnit parse(String text) throws UnparsableException {
        refuseDeep(text);
        ParserConfiguration configuration = new ParserConfiguration()
                .setLanguageLevel(ParserConfiguration.LanguageLevel.BLEEDING_EDGE)
                .setAttributeComments(false);
        ParseResult<CompilationUnit> result = new JavaParser(configuration).parse(text);
        if (!result.isSuccessful() || result.getResult().isEmpty()) {
            String where = result.getProblems().stream()
                    .findFirst()
                    .flatMap(problem -> problem.getLocation().flatMap(range -> range.toRange()))
                    .map(range -> "line " + range.begin.line + ": ")
                    .orElse("");
            throw new UnparsableException(where + "does not parse as Java");
        }
        return result.getResult().get();
    }

    /** The parser recurses: brackets that nest this deep are refused before they use up the stack. */
    private static void refuseDeep(String text) throws UnparsableException {
        int depth = 0;
        for (int i = 0; i < text.length(); i++) {
            switch (text.charAt(i)) {
                case '(', '[', '{' -> depth++;
                case ')', ']', '}' -> depth = Math.max(0, depth - 1);
                default -> {}
            }
            if (depth > DEEPEST) {
                throw new UnparsableException("brackets nested deeper than " + DEEPEST + ", left out");
            }
        }
    }
}
