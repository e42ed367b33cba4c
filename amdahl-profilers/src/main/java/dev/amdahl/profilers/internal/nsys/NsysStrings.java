package dev.amdahl.profilers.internal.nsys;

import dev.amdahl.spi.InvalidInputException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The names that events point to by number. Not thread-safe. */
final class NsysStrings {
    private static final int MAX_LENGTH = 1_024;
    private static final long MAX_CHARS = 32L << 20;

    private final Map<Long, String> names = new HashMap<>();
    private final Map<String, String> known = new HashMap<>();
    private final String place;
    private long chars;

    NsysStrings(NsysDatabase database, String place) {
        this.place = place;
        database.scan("StringIds", List.of("id", "value"), row -> {
            if (row.isNumber(0)) {
                names.put(row.number(0, -1), known(row.text(1)));
            }
        });
    }

    /** Returns the text of a number, {@code otherwise} if the file does not have it. */
    String of(long id, String otherwise) {
        return names.getOrDefault(id, otherwise);
    }

    /** One object for equal texts, of which the first 1,024 characters are kept. */
    String known(String text) {
        String kept = text.length() <= MAX_LENGTH ? text : text.substring(0, MAX_LENGTH);
        String same = known.putIfAbsent(kept, kept);
        if (same == null) {
            chars += kept.length() + 64L;
            if (chars > MAX_CHARS) {
                throw new InvalidInputException(
                        place, "more than " + MAX_CHARS + " characters of distinct names", "record less");
            }
        }
        return same == null ? kept : same;
    }
}
