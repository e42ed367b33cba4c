package dev.amdahl.profilers.internal.bpf;

import java.util.Optional;

/**
 * The line that begins an entry of a bpftrace map: {@code @name[key]: 5}, {@code @name:} before a histogram, {@code @name[} before a
 * stack.
 *
 * @param name with its {@code @}
 * @param key what stands in the brackets; empty for none
 * @param value what follows the colon; empty before a histogram
 * @param isOpen whether the bracket stays open: a stack follows
 */
record MapLine(String name, String key, String value, boolean isOpen) {
    private static final int MAX_LENGTH = 64;

    static Optional<MapLine> of(String line) {
        if (!line.startsWith("@")) {
            return Optional.empty();
        }
        int end = 1;
        while (end < line.length() && isLetter(line.charAt(end))) {
            end++;
        }
        if (end > MAX_LENGTH || end == line.length()) {
            return Optional.empty();
        }
        String name = line.substring(0, end);
        String rest = line.substring(end);
        if (rest.equals("[")) {
            return Optional.of(new MapLine(name, "", "", true));
        }
        if (rest.startsWith(":")) {
            return Optional.of(new MapLine(name, "", rest.substring(1).strip(), false));
        }
        int close = rest.lastIndexOf("]:");
        return rest.startsWith("[") && close > 0
                ? Optional.of(new MapLine(
                        name,
                        rest.substring(1, close),
                        rest.substring(close + 2).strip(),
                        false))
                : Optional.empty();
    }

    /** Returns the entry's name as the file shows it. */
    String shown() {
        return key.isEmpty() ? name : name + "[" + key + "]";
    }

    /** Returns whether it looks like what bpftrace prints and not like prose that begins with an {@code @}. */
    boolean isOutput() {
        return value.isEmpty() || value.startsWith("count ") || value.matches("-?\\d{1,18}");
    }

    private static boolean isLetter(char c) {
        return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }
}
