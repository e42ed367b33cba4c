package dev.amdahl.core.trial;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** The {@code key=value} lines that a node's script recorded. Immutable. */
final class NodeRecord {
    /** After the name of an arm: why the arm and the whole trial with it were ended from outside. */
    static final String ENDED = ".ended";
    /** The arm that runs; empty text for none. */
    static final String RUNNING = "running";

    private static final long MAX_BYTES = 16L << 20;

    private final Map<String, String> values;

    private NodeRecord(Map<String, String> values) {
        this.values = Map.copyOf(values);
    }

    static NodeRecord read(Path file) throws IOException {
        if (Files.size(file) > MAX_BYTES) {
            throw new IOException("larger than " + MAX_BYTES + " bytes");
        }
        Map<String, String> values = new HashMap<>();
        String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        text.lines().forEach(line -> {
            int equals = line.indexOf('=');
            if (equals > 0) {
                values.put(line.substring(0, equals), line.substring(equals + 1));
            }
        });
        return new NodeRecord(values);
    }

    /** Returns a record with that value where this one has none. */
    NodeRecord orElse(String key, String value) {
        Map<String, String> more = new HashMap<>(values);
        more.putIfAbsent(key, value);
        return new NodeRecord(more);
    }

    Optional<String> text(String key) {
        return Optional.ofNullable(values.get(key)).filter(text -> !text.isEmpty());
    }

    OptionalDouble number(String key) {
        try {
            double value = Double.parseDouble(text(key).orElse("NaN"));
            return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
        } catch (NumberFormatException e) {
            return OptionalDouble.empty();
        }
    }

    /** From one time to another one; less than nothing where their clocks disagree. */
    OptionalDouble seconds(String from, String to) {
        double seconds = (number(to).orElse(Double.NaN) - number(from).orElse(Double.NaN)) / 1e9;
        return Double.isFinite(seconds) ? OptionalDouble.of(seconds) : OptionalDouble.empty();
    }

    Optional<Moment> moment(String key) {
        return text(key).flatMap(Moment::parse);
    }

    /** Returns why there is no result although the script came to its end; empty if there is one of each of these arms. */
    Optional<String> failure(List<String> arms) {
        if (text("failed").isPresent()) {
            return text("failed");
        }
        if (!values.getOrDefault("complete", "").equals("true")) {
            return Optional.of("its record is not complete");
        }
        if (arms.stream().anyMatch(arm -> text(arm + ENDED).isPresent())) {
            return Optional.empty();
        }
        return arms.stream()
                .filter(arm -> !values.containsKey(arm + ".exit")
                        || moment(arm + ".after").isEmpty())
                .findFirst()
                .map(arm -> "arm " + arm + " is missing from its record");
    }
}
