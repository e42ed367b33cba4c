package dev.amdahl.profilers.internal.source;

import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import java.util.List;

/**
 * A file's text.
 *
 * @param text whole
 */
record SourceText(String text) {
    private static final int CONTEXT = 3;

    /** Returns the white space before a node that begins a line. */
    String indent(SyntaxNode node) {
        int line = text.lastIndexOf('\n', node.start() - 1) + 1;
        return text.substring(line, node.start()).replaceAll("\\S.*", "");
    }

    /** Returns the line of a place, from 1. */
    int line(int at) {
        return (int) text.substring(0, at).chars().filter(c -> c == '\n').count() + 1;
    }

    /** Returns the unified diff that the edits make; empty text where the file does not end its last line, which a diff would have to say. */
    String diff(String name, TextEdits edits) {
        String after = edits.apply(text);
        if (!text.endsWith("\n") || text.contains("\r") || after.equals(text)) {
            return "";
        }
        List<String> before = text.lines().toList();
        List<String> lines = UnifiedDiffUtils.generateUnifiedDiff(
                "a/" + name,
                "b/" + name,
                before,
                DiffUtils.diff(before, after.lines().toList()),
                CONTEXT);
        return String.join("\n", lines) + "\n";
    }
}
