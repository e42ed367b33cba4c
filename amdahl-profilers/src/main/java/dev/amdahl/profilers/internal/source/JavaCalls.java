package dev.amdahl.profilers.internal.source;

import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.IntegerLiteralExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Judges the calls of one Java file. Not thread-safe. */
final class JavaCalls {
    private static final int LITTLE = 64;
    private static final Set<String> UNITS =
            Set.of("NANOSECONDS", "MICROSECONDS", "MILLISECONDS", "SECONDS", "MINUTES", "HOURS", "DAYS");
    private static final Set<String> PARKS = Set.of("park", "parkNanos", "parkUntil");
    private static final String PARALLELISM = "java.util.concurrent.ForkJoinPool.common.parallelism";

    private final JavaNames names;
    private final JavaScopes scopes;
    private final SiteCollector into;

    JavaCalls(CompilationUnit unit, JavaScopes scopes, SiteCollector into) {
        this.names = new JavaNames(unit);
        this.scopes = scopes;
        this.into = into;
    }

    void check(MethodCallExpr call) {
        kind(call).ifPresent(kind -> into.add(kind, line(call), scopes.of(call)));
    }

    /** A chain of calls begins where its first word stands; a site stands where its own name does. */
    private static int line(MethodCallExpr call) {
        return JavaScopes.line(call.getName());
    }

    private Optional<SiteKind> kind(MethodCallExpr call) {
        return switch (call.getNameAsString()) {
            case "sleep" -> sleeps(call) && scopes.isInLoop(call) ? Optional.of(SiteKind.SLEEP) : Optional.empty();
            case "park", "parkNanos", "parkUntil" ->
                names.isCallOf(call, "java.util.concurrent.locks.LockSupport", PARKS) && scopes.isInLoop(call)
                        ? Optional.of(SiteKind.SLEEP)
                        : Optional.empty();
            case "gc" -> collects(call) ? Optional.of(SiteKind.COLLECTION) : Optional.empty();
            case "parallelStream", "parallel" ->
                call.getArguments().isEmpty() && call.getScope().isPresent() && isSmall(call)
                        ? Optional.of(SiteKind.SMALL_PARALLEL)
                        : Optional.empty();
            case "get", "join" ->
                scopes.isInLoop(call) && call.getScope().filter(names::isFuture).isPresent()
                        ? Optional.of(SiteKind.FUTURE_WAIT)
                        : Optional.empty();
            case "setProperty" -> setsThreads(call) ? Optional.of(SiteKind.THREAD_SETTING) : Optional.empty();
            default -> Optional.empty();
        };
    }

    private boolean sleeps(MethodCallExpr call) {
        if (names.isCallOf(call, "java.lang.Thread", Set.of("sleep"))) {
            return true;
        }
        String scope = call.getScope().map(Expression::toString).orElse("");
        String unit = scope.substring(scope.lastIndexOf('.') + 1);
        String type = scope.substring(0, Math.max(0, scope.lastIndexOf('.')));
        return UNITS.contains(unit) && names.isType(type, "java.util.concurrent.TimeUnit");
    }

    private boolean collects(MethodCallExpr call) {
        if (!call.getArguments().isEmpty()) {
            return false;
        }
        boolean ofRuntime = call.getScope()
                .filter(scope -> scope instanceof MethodCallExpr runtime
                        && names.isCallOf(runtime, "java.lang.Runtime", Set.of("getRuntime")))
                .isPresent();
        return ofRuntime || names.isCallOf(call, "java.lang.System", Set.of("gc"));
    }

    private boolean isSmall(MethodCallExpr call) {
        OptionalInt size = range(call.getScope().orElseThrow());
        return size.isPresent() ? size.getAsInt() <= LITTLE : scopes.isInLoop(call) && isStream(call);
    }

    /** {@code parallel()} alone may be anything: its chain must begin with something that makes a stream. */
    private static boolean isStream(MethodCallExpr call) {
        if (call.getNameAsString().equals("parallelStream")) {
            return true;
        }
        Optional<Expression> at = call.getScope();
        while (at.isPresent() && at.get() instanceof MethodCallExpr before) {
            String name = before.getNameAsString();
            if (name.equals("stream") || name.startsWith("range")) {
                return true;
            }
            at = before.getScope();
        }
        return at.filter(first -> first instanceof NameExpr name
                        && (name.getNameAsString().equals("IntStream")
                                || name.getNameAsString().equals("LongStream")
                                || name.getNameAsString().equals("Stream")))
                .isPresent();
    }

    /** Returns the length of {@code IntStream.range(0, 8)} at the start of a chain, where both ends are written out. */
    private static OptionalInt range(Expression chain) {
        Optional<Expression> at = Optional.of(chain);
        while (at.isPresent() && at.get() instanceof MethodCallExpr call) {
            boolean isRange = call.getNameAsString().startsWith("range")
                    && call.getArguments().size() == 2;
            if (isRange
                    && call.getArgument(0) instanceof IntegerLiteralExpr from
                    && call.getArgument(1) instanceof IntegerLiteralExpr to) {
                return OptionalInt.of(to.asNumber().intValue() - from.asNumber().intValue());
            }
            at = call.getScope();
        }
        return OptionalInt.empty();
    }

    private boolean setsThreads(MethodCallExpr call) {
        return names.isCallOf(call, "java.lang.System", Set.of("setProperty"))
                && !call.getArguments().isEmpty()
                && call.getArgument(0).isStringLiteralExpr()
                && call.getArgument(0).asStringLiteralExpr().getValue().equals(PARALLELISM);
    }
}
