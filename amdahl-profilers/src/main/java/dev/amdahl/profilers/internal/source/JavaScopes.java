package dev.amdahl.profilers.internal.source;

import com.github.javaparser.Position;
import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.stmt.DoStmt;
import com.github.javaparser.ast.stmt.ForEachStmt;
import com.github.javaparser.ast.stmt.ForStmt;
import com.github.javaparser.ast.stmt.WhileStmt;
import dev.amdahl.spi.profiler.CodeScope;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The methods and loops around the places of one Java file. Immutable. */
final class JavaScopes {
    private final SiteCollector into;
    private final Set<String> repeating = new HashSet<>();

    JavaScopes(CompilationUnit unit, SiteCollector into) {
        this.into = into;
        Deque<String> reached = new ArrayDeque<>();
        List<MethodCallExpr> calls = unit.findAll(MethodCallExpr.class, JavaScopes::isOwn);
        calls.stream()
                .filter(call -> loopAround(call).isPresent())
                .map(MethodCallExpr::getNameAsString)
                .forEach(reached::add);
        while (!reached.isEmpty()) {
            String name = reached.pop();
            if (repeating.add(name)) {
                calls.stream()
                        .filter(call -> method(call)
                                .filter(method -> method.getNameAsString().equals(name))
                                .isPresent())
                        .map(MethodCallExpr::getNameAsString)
                        .forEach(reached::add);
            }
        }
    }

    private static boolean isOwn(MethodCallExpr call) {
        return call.getScope().isEmpty()
                || call.getScope().filter(scope -> scope.isThisExpr()).isPresent();
    }

    /** Returns whether a place is in a loop, or in a method that the file calls in one. */
    boolean isInLoop(Node node) {
        return loopAround(node).isPresent()
                || method(node)
                        .filter(method -> repeating.contains(method.getNameAsString()))
                        .isPresent();
    }

    CodeScope of(Node node) {
        boolean repeats = isInLoop(node);
        return method(node).map(method -> scope(method, repeats)).orElseGet(() -> into.outside(repeats));
    }

    private static CodeScope scope(CallableDeclaration<?> method, boolean repeats) {
        StringBuilder name = new StringBuilder(method.getNameAsString());
        for (Optional<Node> at = method.getParentNode();
                at.isPresent();
                at = at.get().getParentNode()) {
            if (at.get() instanceof TypeDeclaration<?> type) {
                name.insert(0, type.getNameAsString() + ".");
            }
        }
        int last = method.getEnd().map(position -> position.line).orElse(line(method));
        return new CodeScope(name.toString(), line(method), last, repeats);
    }

    static int line(Node node) {
        return node.getBegin().map((Position position) -> position.line).orElse(1);
    }

    private static Optional<CallableDeclaration<?>> method(Node node) {
        for (Optional<Node> at = node.getParentNode();
                at.isPresent();
                at = at.get().getParentNode()) {
            if (at.get() instanceof CallableDeclaration<?> method) {
                return Optional.of(method);
            }
        }
        return Optional.empty();
    }

    /** Returns the innermost loop of the same method around a place; what a lambda holds runs elsewhere, but for {@code forEach}. */
    private static Optional<Node> loopAround(Node node) {
        Node child = node;
        for (Optional<Node> at = node.getParentNode();
                at.isPresent();
                at = at.get().getParentNode()) {
            Node parent = at.get();
            if (parent instanceof CallableDeclaration || parent instanceof TypeDeclaration) {
                return Optional.empty();
            }
            if (parent instanceof LambdaExpr) {
                boolean each = parent.getParentNode()
                        .filter(call -> call instanceof MethodCallExpr method
                                && method.getNameAsString().startsWith("forEach"))
                        .isPresent();
                return each ? Optional.of(parent) : Optional.empty();
            }
            if (repeats(parent, child)) {
                return Optional.of(parent);
            }
            child = parent;
        }
        return Optional.empty();
    }

    /** The same node is meant, not one that reads alike. */
    @SuppressWarnings("ReferenceEquality")
    private static boolean repeats(Node loop, Node child) {
        if (loop instanceof ForEachStmt each) {
            return child == each.getBody();
        }
        if (loop instanceof ForStmt counted) {
            return counted.getInitialization().stream().noneMatch(start -> start == child);
        }
        return loop instanceof WhileStmt || loop instanceof DoStmt;
    }
}
