package dev.amdahl.profilers.internal.stacks;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Names as small numbers: at most 50,000, each cut to 300 characters; past that all are one. Not thread-safe while it grows. */
public final class Labels {
    private static final int MAX = 50_000;
    private static final int MAX_LENGTH = 300;
    private static final String REST = "[further names]";

    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> names = new ArrayList<>();

    /** Returns the number of a name. */
    public int of(String text) {
        String name = text.length() > MAX_LENGTH ? text.substring(0, MAX_LENGTH) : text;
        Integer known = numbers.get(name);
        if (known != null) {
            return known;
        }
        if (names.size() >= MAX && !name.equals(REST)) {
            return of(REST);
        }
        numbers.put(name, names.size());
        names.add(name);
        return names.size() - 1;
    }

    /** Returns the text that is kept for a name, one object for all that are equal. */
    public String shared(String text) {
        return name(of(text));
    }

    /** Returns the name of a number. */
    public String name(int number) {
        return names.get(number);
    }
}
