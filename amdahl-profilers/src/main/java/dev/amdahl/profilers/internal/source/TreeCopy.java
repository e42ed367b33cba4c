package dev.amdahl.profilers.internal.source;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.treesitter.TSNode;
import org.treesitter.TSTreeCursor;

/** Copies the tree that tree-sitter makes of a file into the heap. One per file, not thread-safe. */
final class TreeCopy {
    private static final int MAX_NODES = 2_000_000;
    private static final int DEEPEST = 600;

    private final String source;
    private final String language;
    private final Map<Integer, String> types = new HashMap<>();

    TreeCopy(String source, String language) {
        this.source = source;
        this.language = language;
    }

    SyntaxNode of(TSTreeCursor cursor) throws UnparsableException {
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
            throw new UnparsableException(
                    "line " + line + ": does not parse as " + language + ", something is missing");
        }
        String type = types.computeIfAbsent(node.getSymbol(), symbol -> node.getType());
        if (type.equals("ERROR")) {
            throw new UnparsableException("line " + line + ": does not parse as " + language);
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
