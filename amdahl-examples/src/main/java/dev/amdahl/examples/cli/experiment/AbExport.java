package dev.amdahl.examples.cli.experiment;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.ArmTimes;
import dev.amdahl.core.internal.io.AtomicFiles;
import dev.amdahl.examples.cli.common.Csv;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Words;
import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

    /**
     * What a value of a parameter was compared with.
     *
     * @param name of the parameter
     * @param baseline its value in the baseline
     * @param variant its value in the variant
     */
    record Parameter(String name, String baseline, String variant) {}

    /**
     * A comparison and its commands.
     *
     * @param parameter empty where none is varied
     */
    record Measured(Optional<Parameter> parameter, AbResult result, String baseline, String variant) {}

    static void write(List<Measured> all, List<Path> files) throws IOException {
        for (Path file : files) {
            whole(file, isCsv(file) ? csv(all) : json(all));
        }
    }

    static void whole(Path file, String text) throws IOException {
        AtomicFiles.write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    private static boolean isCsv(Path file) {
        return file.toString().endsWith(".csv");
    }

    private static String csv(List<Measured> all) {
        List<String> head =
                new ArrayList<>(List.of("pair", "set", "first", "baseline_seconds", "variant_seconds", "ratio"));
        if (all.get(0).parameter().isPresent()) {
            head.add(0, "value");
        }
        List<List<String>> rows = new ArrayList<>(List.of(head));
        for (Measured measured : all) {
            int number = 0;
            for (ArmTimes.Pair pair : measured.result().found().times().pairs()) {
                List<String> row = new ArrayList<>(List.of(
                        Integer.toString(++number),
                        Integer.toString(pair.set()),
                        pair.isVariantFirst() ? "variant" : "baseline",
                        Words.number("%.6f", pair.baseline()),
                        Words.number("%.6f", pair.variant()),
                        Words.number("%.6f", pair.variant() / pair.baseline())));
                measured.parameter().ifPresent(parameter -> row.add(0, parameter.variant()));
                rows.add(row);
            }
        }
        return Csv.of(rows);
    }

    /** As hyperfine exports, so that scripts for it read it. */
    private static String json(List<Measured> all) {
        ArrayNode results = Json.array(List.of(), (ObjectNode none) -> none);
        for (Measured measured : all) {
            AbResult result = measured.result();
            if (!result.found().times().pairs().isEmpty()) {
                ObjectNode baseline = row(measured.baseline(), result.baseline());
                ObjectNode variant = row(measured.variant(), result.variant());
                measured.parameter().ifPresent(parameter -> {
                    baseline.putObject("parameters").put(parameter.name(), parameter.baseline());
                    variant.putObject("parameters").put(parameter.name(), parameter.variant());
                });
                results.add(baseline).add(variant);
            }
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
