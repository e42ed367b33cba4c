package dev.amdahl.profilers.internal.source;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The arguments of one Python call. Immutable. */
final class Arguments {
    private final List<SyntaxNode> positional = new ArrayList<>();
    private final Map<String, SyntaxNode> named = new HashMap<>();
    private boolean open;

    Arguments(SyntaxNode call) {
        for (SyntaxNode child : call.field("arguments").children()) {
            switch (child.type()) {
                case "(", ")", ",", "comment" -> {}
                case "keyword_argument" -> named.put(child.field("name").text(), child.field("value"));
                case "dictionary_splat", "list_splat" -> open = true;
                default -> positional.add(child);
            }
        }
    }

    List<SyntaxNode> positional() {
        return positional;
    }

    Set<String> names() {
        return named.keySet();
    }

    Optional<SyntaxNode> named(String name) {
        return Optional.ofNullable(named.get(name));
    }

    boolean isTrue(String name) {
        return named(name).filter(value -> value.is("true")).isPresent();
    }

    /** Returns the word of a flag that changes something: {@code --name}, or {@code --no-name} where it is on already. */
    static String changing(String word, boolean isOn) {
        String negative = word.contains("/") ? word.replaceFirst(".*/\\s*", "") : word.replaceFirst("^--", "--no-");
        return isOn ? negative : word.replaceFirst("\\s*/.*", "");
    }

    boolean isEmpty() {
        return positional.isEmpty() && named.isEmpty() && !open;
    }

    /** Returns whether some come from a list or dictionary that the text does not show. */
    boolean isOpen() {
        return open;
    }
}
