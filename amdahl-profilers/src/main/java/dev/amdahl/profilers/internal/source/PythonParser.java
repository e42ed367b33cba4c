package dev.amdahl.profilers.internal.source;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.treesitter.TSNode;
import org.treesitter.TSParser;
import org.treesitter.TSTree;
import org.treesitter.TSTreeCursor;
import org.treesitter.TreeSitterPython;

/** Copies the tree that tree-sitter makes of a Python file into the heap. One per file, not thread-safe. */
final class PythonParser {
    private static final int MAX_NODES = 2_000_000;
    private static final int DEEPEST = 600;

    private final String source;
    private final Map<Integer, String> types = new HashMap<>();

    private PythonParser(String source) {
        this.source = source;
    }

    /** Returns why there is no native parser for this platform; empty if there is one. Loads nothing. */
    static Optional<String> missing() {
        String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        String architecture = System.getProperty("os.arch", "");
        String family = List.of("amd64", "x86_64").contains(architecture) ? "x86_64" : architecture;
        String ending = system.startsWith("mac")
                ? "macos-tree-sitter-python.dylib"
                : system.startsWith("windows") ? "windows-tree-sitter-python.dll" : "linux-gnu-tree-sitter-python.so";
        String library = "lib/" + family + "-" + ending;
        return PythonParser.class.getClassLoader().getResource(library) == null
                ? Optional.of("tree-sitter has no native library " + library)
                : Optional.empty();
    }

    /** Returns why the native parser does not work here; empty if it does. */
    static Optional<String> problem() {
        return Native.PROBLEM;
    }

    /** Loads the native library once, when first asked for. */
    private static final class Native {
        static final Optional<String> PROBLEM = load();

        private static Optional<String> load() {
            try {
                try (TSParser parser = new TSParser()) {
                    return parser.setLanguage(new TreeSitterPython())
                            ? Optional.empty()
                            : Optional.of("the Python grammar does not fit the version of tree-sitter");
                }
            } catch (LinkageError | RuntimeException e) {
                Throwable cause = e;
                while (cause.getCause() != null) {
                    cause = cause.getCause();
                }
                return Optional.of("the native library of tree-sitter cannot be loaded: " + cause.getMessage());
            }
        }
    }

    /** Returns the tree of a file's text. */
    static SyntaxNode parse(String source) throws UnparsableException {
        return new PythonParser(source).tree();
    }

    private SyntaxNode tree() throws UnparsableException {
        try (TSParser parser = new TSParser()) {
            if (!parser.setLanguage(new TreeSitterPython())) {
                throw new IllegalStateException("the Python grammar does not fit the version of tree-sitter");
            }
            try (TSTree tree = parser.parseString(null, ascii(source));
                    TSTreeCursor cursor = new TSTreeCursor(tree.getRootNode())) {
                return copy(cursor);
            }
        }
    }

    /** The parser counts bytes: one for each character, so that its places are indices into the text. */
    private static String ascii(String text) {
        char[] chars = text.toCharArray();
        for (int i = 0; i < chars.length; i++) {
            if (chars[i] > 127) {
                chars[i] = 'x';
            }
        }
        return new String(chars);
    }

    private SyntaxNode copy(TSTreeCursor cursor) throws UnparsableException {
        SyntaxNode root = node(cursor);
        Deque<SyntaxNode> open = new ArrayDeque<>();
        SyntaxNode last = root;
        int nodes = 1;
        while (true) {
            if (cursor.gotoFirstChild()) {
                open.push(last);
            } else {
                while (!cursor.gotoNextSibling()) {
                    if (!cursor.gotoParent() || open.isEmpty()) {
                        return root;
                    }
                    open.pop();
                }
            }
            last = node(cursor);
            if (open.isEmpty()) {
                return root;
            }
            open.getFirst().add(last);
            if (++nodes > MAX_NODES || open.size() > DEEPEST) {
                throw new UnparsableException("line " + last.line() + ": more than " + MAX_NODES
                        + " nodes or nested deeper than " + DEEPEST + ", left out");
            }
        }
    }

    private SyntaxNode node(TSTreeCursor cursor) throws UnparsableException {
        TSNode node = cursor.currentNode();
        int line = node.getStartPoint().getRow() + 1;
        if (node.isMissing()) {
            throw new UnparsableException("line " + line + ": does not parse as Python, something is missing");
        }
        String type = types.computeIfAbsent(node.getSymbol(), symbol -> node.getType());
        if (type.equals("ERROR")) {
            throw new UnparsableException("line " + line + ": does not parse as Python");
        }
        @Nullable String field = cursor.currentFieldName();
        return new SyntaxNode(
                source,
                type,
                field == null ? "" : field,
                Math.min(source.length(), node.getStartByte()),
                Math.min(source.length(), node.getEndByte()),
                line,
                node.getEndPoint().getRow() + 1);
    }
}
