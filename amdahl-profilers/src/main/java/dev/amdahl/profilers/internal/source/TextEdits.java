package dev.amdahl.profilers.internal.source;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Replacements of one text, which do not overlap. Not thread-safe. */
final class TextEdits {
    private final TreeMap<Integer, Replacement> all = new TreeMap<>();

    private record Replacement(int end, String text) {}

    TextEdits replace(SyntaxNode node, String text) {
        return replace(node.start(), node.end(), text);
    }

    TextEdits insert(int at, String text) {
        return replace(at, at, text);
    }

    /** Adds an argument to a call, behind those that it has. */
    TextEdits argument(SyntaxNode call, String text) {
        List<SyntaxNode> present = call.field("arguments").children().stream()
                .filter(child -> !List.of("(", ")", ",", "comment").contains(child.type()))
                .toList();
        return present.isEmpty()
                ? insert(call.end() - 1, text)
                : insert(present.get(present.size() - 1).end(), ", " + text);
    }

    /** What lies within another replacement, or begins where one does, is left as it is. */
    TextEdits replace(int start, int end, String text) {
        Map.Entry<Integer, Replacement> before = all.floorEntry(start);
        boolean isFree =
                before == null || (before.getKey() < start && before.getValue().end() <= start);
        if (isFree) {
            all.put(start, new Replacement(end, text));
        }
        return this;
    }

    String apply(String source) {
        StringBuilder text = new StringBuilder(source);
        all.descendingMap().forEach((start, replacement) -> text.replace(start, replacement.end(), replacement.text()));
        return text.toString();
    }
}
