package dev.amdahl.core.internal.fleet.prometheus;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.amdahl.core.internal.fleet.prometheus.FleetLabels.Holder;
import dev.amdahl.spi.InvalidInputException;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDate;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * A folder with a file for each day that is over, so that a later reading asks only for what is new, and one that broke off goes on where it
 * stopped. A file that cannot be read counts as none. Thread-safe.
 *
 * @param identity of the source; a file of another one counts as none
 */
record RecordedDays(Path folder, String identity) {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int FORMAT = 1;

    private Path file(LocalDate day) {
        return folder.resolve("prometheus-" + Integer.toHexString(identity.hashCode()) + "-" + day + ".jsonl.gz");
    }

    /** Returns what was kept of a day, by the names of jobs. */
    Optional<Map<String, RecordedRun>> read(LocalDate day) {
        if (!Files.isReadable(file(day))) {
            return Optional.empty();
        }
        Map<String, RecordedRun> runs = new HashMap<>();
        try (BufferedReader in = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file(day))), StandardCharsets.UTF_8))) {
            JsonNode head = JSON.readTree(in.readLine());
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                JsonNode row = JSON.readTree(line);
                Holder holder = new Holder(
                        row.path(0).asText(), row.path(1).asText(), row.path(2).asText());
                RecordedRun run = new RecordedRun(holder, row.path(3).asText());
                run.accelerators = row.path(4).asDouble();
                run.measured = row.path(5).asDouble();
                run.useful = row.path(6).asDouble();
                run.joules = row.path(7).asDouble();
                run.first = row.path(8).asDouble();
                run.last = row.path(9).asDouble();
                runs.put(holder.id(), run);
            }
            boolean isWhole = head.path("format").asInt() == FORMAT
                    && head.path("identity").asText().equals(identity)
                    && head.path("runs").asInt(-1) == runs.size();
            return isWhole ? Optional.of(runs) : Optional.empty();
        } catch (IOException | IllegalArgumentException unreadable) {
            return Optional.empty();
        }
    }

    /** Keeps a day. @throws InvalidInputException if the folder cannot be written to */
    void write(LocalDate day, Collection<RecordedRun> all) {
        var runs = all.stream().filter(RecordedRun::isSeen).toList();
        try {
            Files.createDirectories(folder);
            Path fresh = Files.createTempFile(folder, "day", ".new");
            try (BufferedWriter out = new BufferedWriter(new OutputStreamWriter(
                    new GZIPOutputStream(Files.newOutputStream(fresh)), StandardCharsets.UTF_8))) {
                out.write(JSON.createObjectNode()
                        .put("format", FORMAT)
                        .put("identity", identity)
                        .put("runs", runs.size())
                        .toString());
                for (RecordedRun run : runs) {
                    out.write("\n"
                            + JSON.createArrayNode()
                                    .add(run.holder.id())
                                    .add(run.holder.family())
                                    .add(run.holder.owner())
                                    .add(run.type)
                                    .add(run.accelerators)
                                    .add(run.measured)
                                    .add(run.useful)
                                    .add(run.joules)
                                    .add(run.first)
                                    .add(run.last));
                }
            }
            Files.move(fresh, file(day), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new InvalidInputException(
                    "fleet source 'prometheus'",
                    "cannot write to " + folder + ": " + e,
                    "name another folder by keep",
                    e);
        }
    }
}
