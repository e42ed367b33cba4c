package dev.amdahl.core.trial;

import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.internal.io.BoundedText;
import dev.amdahl.spi.job.ValueSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads one declared number of an arm; what cannot be read is a note and no number. */
final class MeasureReader {
    private static final long MAX_JSON = 16L << 20;
    private static final int MAX_STDOUT = 16 << 20;

    private final Path arm;
    private final List<String> notes;

    MeasureReader(Path arm, List<String> notes) {
        this.arm = arm;
        this.notes = notes;
    }

    OptionalDouble read(String name, ValueSource source) {
        try {
            return source instanceof ValueSource.Json json
                    ? json(name, json)
                    : stdout(name, ((ValueSource.Stdout) source).pattern());
        } catch (IOException e) {
            return missing(name, Notes.reason(e));
        } catch (BoundedText.TooManySteps | StackOverflowError e) {
            return missing(name, "its pattern takes too long on this output");
        }
    }

    private OptionalDouble json(String name, ValueSource.Json source) throws IOException {
        JsonNode value = StrictJson.read(arm.resolve("run").resolve(source.path()), MAX_JSON)
                .at(source.pointer());
        OptionalDouble number = StrictJson.number(value);
        return number.isPresent()
                ? number
                : missing(name, "no finite number at " + source.pointer() + " of " + source.path());
    }

    private OptionalDouble stdout(String name, String pattern) throws IOException {
        Path tail = arm.resolve("stdout.tail");
        boolean isCut = Files.exists(tail);
        Matcher matcher = Pattern.compile(pattern).matcher(new BoundedText(text(isCut ? tail : arm.resolve("stdout"))));
        String last = null;
        while (matcher.find()) {
            last = matcher.group(1);
        }
        if (last == null) {
            return missing(
                    name,
                    "no match of " + pattern + " in "
                            + (isCut ? "the end of an output over its limit" : "standard output"));
        }
        try {
            double number = Double.parseDouble(last.strip());
            return Double.isFinite(number) ? OptionalDouble.of(number) : missing(name, "not finite: " + last);
        } catch (NumberFormatException e) {
            return missing(name, "not a number: " + last);
        }
    }

    private static String text(Path file) throws IOException {
        long size = Files.size(file);
        try (InputStream stream = Files.newInputStream(file)) {
            stream.skipNBytes(Math.max(0, size - MAX_STDOUT));
            return new String(stream.readNBytes(MAX_STDOUT), StandardCharsets.UTF_8);
        }
    }

    private OptionalDouble missing(String name, String reason) {
        notes.add(Notes.line(name + " not measured: " + reason));
        return OptionalDouble.empty();
    }
}
