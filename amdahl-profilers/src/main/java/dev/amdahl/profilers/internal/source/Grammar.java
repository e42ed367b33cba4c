package dev.amdahl.profilers.internal.source;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.treesitter.TSLanguage;
import org.treesitter.TSParser;
import org.treesitter.TSTree;
import org.treesitter.TSTreeCursor;
import org.treesitter.TreeSitterC;
import org.treesitter.TreeSitterPython;

/** A language that tree-sitter parses; thread-safe. */
enum Grammar {
    PYTHON("Python"),
    C("C");

    private final String title;

    Grammar(String title) {
        this.title = title;
    }

    private TSLanguage language() {
        return this == PYTHON ? new TreeSitterPython() : new TreeSitterC();
    }

    /** Returns why there is no native parser for this platform; empty if there is one. Loads nothing. */
    Optional<String> missing() {
        String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
        String architecture = System.getProperty("os.arch", "");
        String family = List.of("amd64", "x86_64").contains(architecture) ? "x86_64" : architecture;
        String name = "tree-sitter-" + title.toLowerCase(Locale.ROOT);
        String ending = system.startsWith("mac")
                ? "macos-" + name + ".dylib"
                : system.startsWith("windows") ? "windows-" + name + ".dll" : "linux-gnu-" + name + ".so";
        String library = "lib/" + family + "-" + ending;
        return Grammar.class.getClassLoader().getResource(library) == null
                ? Optional.of("tree-sitter has no native library " + library)
                : Optional.empty();
    }

    /** Returns why the native parser does not work here; empty if it does. */
    Optional<String> problem() {
        return Native.PROBLEMS.getOrDefault(this, Optional.empty());
    }

    /** Loads the native libraries once, when first asked for. */
    private static final class Native {
        static final Map<Grammar, Optional<String>> PROBLEMS =
                Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(Function.identity(), Native::load));

        private static Optional<String> load(Grammar grammar) {
            try {
                try (TSParser parser = new TSParser()) {
                    return parser.setLanguage(grammar.language()) ? Optional.empty() : Optional.of(grammar.misfit());
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

    private String misfit() {
        return "the " + title + " grammar does not fit the version of tree-sitter";
    }

    /** Returns the tree of a file's text. */
    SyntaxNode parse(String source) throws UnparsableException {
        try (TSParser parser = new TSParser()) {
            if (!parser.setLanguage(language())) {
                throw new IllegalStateException(misfit());
            }
            try (TSTree tree = parser.parseString(null, ascii(source));
                    TSTreeCursor cursor = new TSTreeCursor(tree.getRootNode())) {
                return new TreeCopy(source, title).of(cursor);
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
}
