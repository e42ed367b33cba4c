package dev.amdahl.core.internal.loop.propose;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.amdahl.spi.job.FamilyDay;
import dev.amdahl.spi.job.FamilySums;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The file that keeps day sums of one source. It can be made again at any time: one that cannot be read counts as none. Not thread-safe. */
final class FleetDaysFile {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int FORMAT = 2;

    private final Path file;
    private final String identity;

    /**
     * What is kept.
     *
     * @param first the first day
     * @param closed the first day that may still change
     * @param readAt when the source was last read
     * @param wholeAt when all of it was last read
     * @param days sums of all days, and of unfinished runs
     */
    record Kept(LocalDate first, LocalDate closed, Instant readAt, Instant wholeAt, List<FamilyDay> days) {
        Kept {
            days = List.copyOf(days);
        }
    }

    FleetDaysFile(Path folder, String identity) {
        file = folder.resolve("fleet-" + Integer.toHexString(identity.hashCode()) + ".jsonl");
        this.identity = identity;
    }

    Optional<Kept> read() {
        if (!Files.isReadable(file)) {
            return Optional.empty();
        }
        try {
            List<String> lines = Files.readAllLines(file);
            JsonNode head = JSON.readTree(lines.get(0));
            boolean isWhole = head.path("format").asInt() == FORMAT
                    && head.path("identity").asText().equals(identity)
                    && head.path("rows").asInt(-1) == lines.size() - 1;
            if (!isWhole) {
                return Optional.empty();
            }
            List<FamilyDay> days = new ArrayList<>();
            for (String line : lines.subList(1, lines.size())) {
                days.add(day(JSON.readTree(line)));
            }
            return Optional.of(new Kept(
                    LocalDate.parse(head.path("first").asText()),
                    LocalDate.parse(head.path("closed").asText()),
                    Instant.parse(head.path("read_at").asText()),
                    Instant.parse(head.path("whole_at").asText()),
                    days));
        } catch (IOException | DateTimeException unreadable) {
            return Optional.empty();
        }
    }

    private static FamilyDay day(JsonNode row) {
        String day = row.path(0).asText();
        return new FamilyDay(
                day.isEmpty() ? Optional.empty() : Optional.of(LocalDate.parse(day)),
                new FamilySums(
                        row.path(1).asText(),
                        row.path(2).asLong(),
                        row.path(3).asDouble(),
                        row.path(4).asDouble(),
                        row.path(5).asDouble(),
                        row.path(6).asLong(),
                        row.path(7).asDouble(),
                        row.path(8).asDouble(),
                        row.path(9).asLong(),
                        row.path(10).asLong(),
                        row.path(11).asDouble(),
                        row.path(12).asDouble()));
    }

    void write(Kept kept) {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            try (BufferedWriter out = Files.newBufferedWriter(fresh)) {
                out.write(JSON.createObjectNode()
                        .put("format", FORMAT)
                        .put("identity", identity)
                        .put("rows", kept.days().size())
                        .put("first", kept.first().toString())
                        .put("closed", kept.closed().toString())
                        .put("read_at", kept.readAt().toString())
                        .put("whole_at", kept.wholeAt().toString())
                        .toString());
                for (FamilyDay day : kept.days()) {
                    out.write("\n" + JSON.writeValueAsString(row(day)));
                }
            }
            Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("numbers and text are always writable", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ArrayNode row(FamilyDay day) {
        FamilySums sums = day.sums();
        return JSON.createArrayNode()
                .add(day.ended().map(LocalDate::toString).orElse(""))
                .add(sums.family())
                .add(sums.runs())
                .add(sums.heldHours())
                .add(sums.measuredHours())
                .add(sums.wastedHours())
                .add(sums.untouchedRuns())
                .add(sums.untouchedHours())
                .add(sums.queueHours())
                .add(sums.queuedRuns())
                .add(sums.measuredRuns())
                .add(sums.shareSum())
                .add(sums.shareSquares());
    }
}
