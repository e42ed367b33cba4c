package dev.amdahl.examples.cli.experiment;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.ArmTimes;
import dev.amdahl.core.internal.io.AtomicFiles;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The times of a comparison as files: whole or not at all. */
final class AbExport {
    private AbExport() {}

    /** @throws InvalidInputException for a folder that is not there, or an ending that is not known, before anything runs */
    static void requireWritable(List<Path> files, @Nullable Path page) {
        for (Path file : files) {
            Path folder = file.toAbsolutePath().getParent();
            if (folder == null || !Files.isWritable(folder) || Files.isDirectory(file)) {
                throw new InvalidInputException(
                        file.toString(), "cannot be written", "name a file in a folder that exists");
            }
            if (!file.equals(page) && !isCsv(file) && !file.toString().endsWith(".json")) {
                throw new InvalidInputException(file.toString(), "its ending is not known", "use .csv or .json");
            }
        }
    }

    /** @throws InvalidInputException for files of a list of values */
    static void requireOne(boolean isList, List<Path> files) {
        if (isList && !files.isEmpty()) {
            throw new InvalidInputException(
                    "-L", "these files hold one comparison", "leave --export and --html out; --json has all values");
        }
    }

    static void write(AbResult result, String baseline, String variant, List<Path> files) throws IOException {
        for (Path file : files) {
            whole(file, isCsv(file) ? csv(result) : json(result, baseline, variant));
        }
    }

    static void whole(Path file, String text) throws IOException {
        AtomicFiles.write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    private static boolean isCsv(Path file) {
        return file.toString().endsWith(".csv");
    }

    private static String csv(AbResult result) {
        StringBuilder out = new StringBuilder("pair,set,first,baseline_seconds,variant_seconds,ratio\n");
        int number = 0;
        for (ArmTimes.Pair pair : result.found().times().pairs()) {
            out.append(String.format(
                    Locale.ROOT,
                    "%d,%d,%s,%.6f,%.6f,%.6f%n",
                    ++number,
                    pair.set(),
                    pair.isVariantFirst() ? "variant" : "baseline",
                    pair.baseline(),
                    pair.variant(),
                    pair.variant() / pair.baseline()));
        }
        return out.toString();
    }

    /** As hyperfine exports, so that scripts for it read it. */
    private static String json(AbResult result, String baseline, String variant) {
        ArrayNode results = Json.array(List.of(), (ObjectNode none) -> none);
        if (!result.found().times().pairs().isEmpty()) {
            results.add(row(baseline, result.baseline())).add(row(variant, result.variant()));
        }
        ObjectNode document = Json.object();
        document.set("results", results);
        return document.toPrettyString() + "\n";
    }

    private static ObjectNode row(String command, ArmSample arm) {
        ObjectNode row = Json.object().put("command", command);
        row.setAll(arm.json());
        row.remove("runs");
        ArrayNode times = row.putArray("times");
        for (double seconds : arm.seconds()) {
            times.add(seconds);
        }
        return row;
    }
}
