package dev.amdahl.core.loop;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.job.OutputRule;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Compares the declared outputs of two arms by their rule. Equal digests are equal by every rule; what was not written, or cannot be
 * read where a rule must read it, is a mismatch. Stateless.
 */
final class Outputs {
    private static final String STANDARD_OUTPUT = "-";
    private static final long MOST_BYTES = 64 << 20;
    private static final long COMMAND_SECONDS = 30;
    private static final Pattern NUMBER = Pattern.compile("[-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d+)?");
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private Outputs() {}

    /** Whether an output of the variant equals that of the baseline. */
    static boolean isEqual(OutputRule rule, ArmResult baseline, ArmResult variant) {
        String expected = baseline.digests().get(rule.path());
        String actual = variant.digests().get(rule.path());
        if (expected == null || actual == null) {
            return false;
        }
        if (expected.equals(actual)) {
            return true;
        }
        Optional<Path> b = file(rule, baseline);
        Optional<Path> v = file(rule, variant);
        if (rule.comparison() instanceof OutputRule.Exact || b.isEmpty() || v.isEmpty()) {
            return false;
        }
        try {
            return isEqual(rule.comparison(), b.get(), v.get());
        } catch (IOException unreadable) {
            return false;
        }
    }

    private static Optional<Path> file(OutputRule rule, ArmResult arm) {
        return arm.folder()
                .map(folder -> rule.path().equals(STANDARD_OUTPUT)
                        ? folder.resolve("stdout")
                        : folder.resolve("run").resolve(rule.path()))
                .filter(Files::isRegularFile);
    }

    private static boolean isEqual(OutputRule.Comparison comparison, Path baseline, Path variant) throws IOException {
        if (comparison instanceof OutputRule.Command command) {
            return succeeds(command, baseline, variant);
        }
        if (Files.size(baseline) > MOST_BYTES || Files.size(variant) > MOST_BYTES) {
            return false;
        }
        if (comparison instanceof OutputRule.Json json) {
            return without(json, baseline).equals(without(json, variant));
        }
        return comparison instanceof OutputRule.Numeric numeric && isClose(numeric, baseline, variant);
    }

    private static JsonNode without(OutputRule.Json rule, Path file) throws IOException {
        JsonNode root = JSON.readTree(file.toFile());
        for (String ignored : rule.ignore()) {
            JsonPointer pointer = JsonPointer.compile(ignored);
            if (root.at(pointer.head()) instanceof ObjectNode parent) {
                parent.remove(pointer.last().getMatchingProperty());
            }
        }
        return root;
    }

    private static boolean isClose(OutputRule.Numeric rule, Path baseline, Path variant) throws IOException {
        try (BufferedReader b = Files.newBufferedReader(baseline);
                BufferedReader v = Files.newBufferedReader(variant)) {
            while (true) {
                String expected = b.readLine();
                String actual = v.readLine();
                if (expected == null || actual == null) {
                    return expected == null && actual == null;
                }
                if (!isClose(rule, expected, actual)) {
                    return false;
                }
            }
        } catch (MalformedInputException binary) {
            return false;
        }
    }

    private static boolean isClose(OutputRule.Numeric rule, String expected, String actual) {
        if (expected.equals(actual)) {
            return true;
        }
        Matcher b = NUMBER.matcher(expected);
        Matcher v = NUMBER.matcher(actual);
        int bEnd = 0;
        int vEnd = 0;
        while (b.find()) {
            boolean sameText =
                    v.find() && expected.substring(bEnd, b.start()).equals(actual.substring(vEnd, v.start()));
            if (!sameText) {
                return false;
            }
            double x = Double.parseDouble(b.group());
            double y = Double.parseDouble(v.group());
            if (!(Math.abs(x - y) <= rule.absolute() + rule.relative() * Math.abs(x))) {
                return false;
            }
            bEnd = b.end();
            vEnd = v.end();
        }
        return !v.find() && expected.substring(bEnd).equals(actual.substring(vEnd));
    }

    private static boolean succeeds(OutputRule.Command rule, Path baseline, Path variant) throws IOException {
        List<String> command = new ArrayList<>(rule.command());
        command.add(baseline.toString());
        command.add(variant.toString());
        Process process = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            return process.waitFor(COMMAND_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}
