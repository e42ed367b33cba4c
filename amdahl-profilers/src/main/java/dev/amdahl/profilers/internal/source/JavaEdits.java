package dev.amdahl.profilers.internal.source;

import com.github.javaparser.Position;
import com.github.javaparser.Range;
import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.Node;
import com.github.javaparser.ast.body.MethodDeclaration;
import com.github.javaparser.ast.body.VariableDeclarator;
import com.github.javaparser.ast.expr.AssignExpr;
import com.github.javaparser.ast.expr.BinaryExpr;
import com.github.javaparser.ast.expr.Expression;
import com.github.javaparser.ast.expr.LambdaExpr;
import com.github.javaparser.ast.expr.LiteralExpr;
import com.github.javaparser.ast.expr.MethodCallExpr;
import com.github.javaparser.ast.expr.NameExpr;
import com.github.javaparser.ast.expr.ObjectCreationExpr;
import com.github.javaparser.ast.stmt.ReturnStmt;
import com.github.javaparser.ast.type.ClassOrInterfaceType;
import com.github.javaparser.ast.type.Type;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.profiler.SourceEdit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Changes of one Java file that can be tried: types are told from its declarations and imports alone. Used once, not thread-safe. */
final class JavaEdits {
    private static final Map<String, String> TITLES = new TreeMap<>(Map.of(
            "array-list", "keep lists in arrays",
            "buffered-input", "read files through a buffer",
            "buffered-output", "write files through a buffer",
            "primitive-sum", "add up in a primitive",
            "string-builder", "build strings without locks"));
    private static final Set<String> UNBUFFERED =
            Set.of("DataInputStream", "ObjectInputStream", "DataOutputStream", "ObjectOutputStream", "PrintStream");
    private static final Map<String, String> BUFFERS = Map.of(
            "FileInputStream", "BufferedInputStream",
            "FileReader", "BufferedReader",
            "FileOutputStream", "BufferedOutputStream",
            "FileWriter", "BufferedWriter");
    private static final Set<String> STREAMS = Set.of("InputStream", "Reader", "OutputStream", "Writer");
    private static final Map<String, String> PRIMITIVES =
            Map.of("Long", "long", "Integer", "int", "Double", "double", "Float", "float");

    private final String file;
    private final SourceText source;
    private final JavaNames names;
    private final List<Integer> lineStarts = new ArrayList<>(List.of(0));
    private final Map<String, TextEdits> edits = new TreeMap<>();
    private final Map<String, Set<Integer>> lines = new TreeMap<>();

    JavaEdits(String file, String text) throws UnparsableException {
        this.file = file;
        source = new SourceText(text);
        for (int at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
            lineStarts.add(at + 1);
        }
        CompilationUnit unit = JavaSites.parse(text);
        names = new JavaNames(unit);
        unit.findAll(ObjectCreationExpr.class).forEach(this::creation);
        unit.findAll(ClassOrInterfaceType.class).forEach(this::type);
        unit.findAll(MethodDeclaration.class).forEach(this::sums);
    }

    /** Returns what each is called. */
    static Set<String> names() {
        return TITLES.keySet();
    }

    /** Returns those that have a place in the file. */
    List<SourceEdit> all() {
        return edits.entrySet().stream()
                .flatMap(edit -> kind(edit.getKey())
                        .over(List.of(new EditKind.InFile(
                                file, source.diff(file, edit.getValue()), lines.getOrDefault(edit.getKey(), Set.of()))))
                        .stream())
                .toList();
    }

    private static EditKind kind(String name) {
        return new EditKind(
                name,
                TITLES.getOrDefault(name, name),
                "host-cpu-features-vectorise",
                List.of(Bottleneck.HOST_SERIAL, Bottleneck.INPUT_STARVATION),
                false);
    }

    private void put(String name, Node node, String text) {
        Range range = node.getRange().orElseThrow();
        lines.computeIfAbsent(name, first -> new TreeSet<>()).add(range.begin.line);
        edits.computeIfAbsent(name, first -> new TextEdits()).replace(offset(range.begin), offset(range.end) + 1, text);
    }

    private int offset(Position position) {
        return lineStarts.get(position.line - 1) + position.column - 1;
    }

    private String text(Node node) {
        Range range = node.getRange().orElseThrow();
        return source.text().substring(offset(range.begin), offset(range.end) + 1);
    }

    private void creation(ObjectCreationExpr made) {
        String type = made.getType().getNameAsString();
        String buffer = BUFFERS.get(type);
        if (buffer != null
                && names.isType(made.getType().getNameWithScope(), "java.io." + type)
                && isUnbuffered(made)) {
            String name =
                    type.endsWith("InputStream") || type.endsWith("Reader") ? "buffered-input" : "buffered-output";
            put(name, made, "new java.io." + buffer + "(" + text(made) + ")");
        }
        boolean isList = made.getParentNode()
                .filter(VariableDeclarator.class::isInstance)
                .map(parent -> ((VariableDeclarator) parent).getType())
                .filter(declared -> isNamed(declared, "List") || isNamed(declared, "Collection"))
                .isPresent();
        if (isList && names.isType(made.getType().getNameWithScope(), "java.util.LinkedList")) {
            String arguments = made.getType().getTypeArguments().isPresent()
                    ? text(made.getType()).replaceFirst("^[^<]*", "")
                    : "";
            put("array-list", made.getType(), "java.util.ArrayList" + arguments);
        }
    }

    /** Only where a buffer has the type that is asked for. */
    private static boolean isUnbuffered(ObjectCreationExpr made) {
        Node parent = made.getParentNode().orElse(made);
        if (parent instanceof VariableDeclarator variable) {
            return STREAMS.stream().anyMatch(stream -> isNamed(variable.getType(), stream));
        }
        return parent instanceof ObjectCreationExpr outer
                && UNBUFFERED.contains(outer.getType().getNameAsString());
    }

    private static boolean isNamed(Type type, String name) {
        return type instanceof ClassOrInterfaceType named
                && named.getNameAsString().equals(name);
    }

    private void type(ClassOrInterfaceType type) {
        if (type.getScope().isEmpty() && names.isType(type.getNameAsString(), "java.lang.StringBuffer")) {
            put("string-builder", type, "StringBuilder");
        }
    }

    /** A local variable of a boxed type that something is added to, and that nobody asks for more than its value. */
    private void sums(MethodDeclaration method) {
        for (VariableDeclarator variable : method.findAll(VariableDeclarator.class)) {
            String primitive = variable.getType() instanceof ClassOrInterfaceType boxed
                    ? PRIMITIVES.get(boxed.getNameAsString())
                    : null;
            if (primitive == null
                    || variable.getInitializer().filter(JavaEdits::isNumber).isEmpty()) {
                continue;
            }
            List<NameExpr> uses = method.findAll(
                    NameExpr.class, name -> name.getNameAsString().equals(variable.getNameAsString()));
            if (uses.stream().anyMatch(JavaEdits::isSummed) && uses.stream().allMatch(JavaEdits::isOfValue)) {
                put("primitive-sum", variable.getType(), primitive);
            }
        }
    }

    private static boolean isNumber(Expression value) {
        return value instanceof LiteralExpr && !value.isNullLiteralExpr();
    }

    private static boolean isSummed(NameExpr use) {
        return use.getParentNode().orElse(use) instanceof AssignExpr assigned
                && assigned.getTarget().equals(use)
                && assigned.getOperator() != AssignExpr.Operator.ASSIGN;
    }

    private static boolean isOfValue(NameExpr use) {
        Node parent = use.getParentNode().orElse(use);
        if (parent instanceof AssignExpr assigned) {
            return !assigned.getTarget().equals(use) || !assigned.getValue().isNullLiteralExpr();
        }
        if (parent instanceof BinaryExpr binary) {
            Expression other = binary.getLeft().equals(use) ? binary.getRight() : binary.getLeft();
            boolean isIdentity = binary.getOperator() == BinaryExpr.Operator.EQUALS
                    || binary.getOperator() == BinaryExpr.Operator.NOT_EQUALS;
            return !isIdentity && !other.isNullLiteralExpr();
        }
        if (parent instanceof ReturnStmt) {
            return isInPrimitiveMethod(use);
        }
        return parent instanceof MethodCallExpr call
                && call.getScope().filter(use::equals).isEmpty();
    }

    private static boolean isInPrimitiveMethod(Node use) {
        Optional<Node> around = use.getParentNode();
        while (around.isPresent() && !(around.get() instanceof LambdaExpr)) {
            if (around.get() instanceof MethodDeclaration method) {
                return method.getType().isPrimitiveType();
            }
            around = around.get().getParentNode();
        }
        return false;
    }
}
