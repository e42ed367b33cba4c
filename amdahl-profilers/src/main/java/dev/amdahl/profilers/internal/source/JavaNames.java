package dev.amdahl.profilers.internal.source;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.ImportDeclaration;
import com.github.javaparser.ast.body.Parameter;
import com.github.javaparser.ast.body.TypeDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.stmt.ForEachStmt;
import com.github.javaparser.ast.type.Type;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What the names of one Java file mean, from its imports and declarations. Immutable. */
final class JavaNames {
    private static final Set<String> FUTURES = Set.of(
            "Future",
            "CompletableFuture",
            "CompletionStage",
            "ScheduledFuture",
            "RunnableFuture",
            "FutureTask",
            "ForkJoinTask",
            "ListenableFuture");
    private static final Set<String> STARTS = Set.of("submit", "supplyAsync", "runAsync", "fork", "schedule");

    private final List<ImportDeclaration> imports;
    private final Set<String> own = new HashSet<>();
    private final Set<String> futures = new HashSet<>();
    private final Set<String> others = new HashSet<>();

    JavaNames(CompilationUnit unit) {
        this.imports = List.copyOf(unit.getImports());
        unit.findAll(TypeDeclaration.class).forEach(type -> own.add(type.getNameAsString()));
        unit.findAll(VariableDeclarator.class)
                .forEach(
                        variable -> declare(variable.getNameAsString(), variable.getType(), variable.getInitializer()));
        unit.findAll(Parameter.class)
                .forEach(parameter -> declare(parameter.getNameAsString(), parameter.getType(), Optional.empty()));
        unit.findAll(ForEachStmt.class).forEach(this::element);
        futures.removeAll(others);
    }

    private void declare(String name, Type type, Optional<Expression> value) {
        if (type.isVarType() || type.isUnknownType()) {
            boolean isStarted = value.filter(this::isStarted).isPresent();
            if (isStarted) {
                futures.add(name);
            }
        } else {
            (isFutureType(type) ? futures : others).add(name);
        }
    }

    /** {@code for (var task : tasks)}, where {@code tasks} is declared as a collection of futures. */
    private void element(ForEachStmt each) {
        VariableDeclarator variable = each.getVariableDeclarator();
        if (!variable.getType().isVarType() || !(each.getIterable() instanceof NameExpr source)) {
            return;
        }
        each.findCompilationUnit().stream()
                .flatMap(unit -> unit.findAll(VariableDeclarator.class).stream())
                .filter(declared -> declared.getNameAsString().equals(source.getNameAsString()))
                .filter(declared -> declared.getType().isClassOrInterfaceType())
                .flatMap(declared -> declared.getType().asClassOrInterfaceType().getTypeArguments().stream())
                .flatMap(List::stream)
                .filter(this::isFutureType)
                .findFirst()
                .ifPresent(type -> futures.add(variable.getNameAsString()));
    }

    private boolean isFutureType(Type type) {
        return type.isClassOrInterfaceType()
                && FUTURES.contains(type.asClassOrInterfaceType().getNameAsString())
                && !own.contains(type.asClassOrInterfaceType().getNameAsString());
    }

    private boolean isStarted(Expression value) {
        return value instanceof MethodCallExpr call && STARTS.contains(call.getNameAsString());
    }

    /** Returns whether an expression is a task that is under way; a name that is declared as such and as something else is not. */
    boolean isFuture(Expression value) {
        return value instanceof NameExpr name ? futures.contains(name.getNameAsString()) : isStarted(value);
    }

    /** Returns whether a call is of a static method of a class, by its name, its full name or a static import. */
    boolean isCallOf(MethodCallExpr call, String type, Set<String> methods) {
        String method = call.getNameAsString();
        if (!methods.contains(method)) {
            return false;
        }
        return call.getScope()
                .map(scope -> isType(scope.toString(), type))
                .orElseGet(() -> imports.stream()
                        .filter(ImportDeclaration::isStatic)
                        .anyMatch(one -> one.getNameAsString().equals(one.isAsterisk() ? type : type + "." + method)));
    }

    /** Returns whether a name written in this file means a class. */
    boolean isType(String written, String type) {
        String simple = type.substring(type.lastIndexOf('.') + 1);
        String home = type.substring(0, type.lastIndexOf('.'));
        if (written.equals(type)) {
            return true;
        }
        if (!written.equals(simple) || own.contains(simple)) {
            return false;
        }
        Optional<ImportDeclaration> named = imports.stream()
                .filter(one -> !one.isAsterisk() && !one.isStatic())
                .filter(one -> one.getName().getIdentifier().equals(simple))
                .findFirst();
        if (named.isPresent()) {
            return named.get().getNameAsString().equals(type);
        }
        return home.equals("java.lang")
                || imports.stream()
                        .anyMatch(
                                one -> one.isAsterisk() && one.getNameAsString().equals(home));
    }
}
