package dev.amdahl.core.schedulers.trial;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.TrialRequest;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Writes the POSIX shell script that runs a trial on its node; needs no Java there. Thread-safe. */
public final class TrialScript {
    private static final String FUNCTIONS = functions();

    private TrialScript() {}

    /** The script of a request that {@link RequestCheck} has passed. Its arguments are the files that record who holds a slot. */
    public static String of(TrialRequest request) {
        StringBuilder script = new StringBuilder(FUNCTIONS);
        for (ArmRequest arm : request.arms()) {
            arm.directory()
                    .ifPresent(directory ->
                            arm.written().forEach(path -> line(script, "amd_absent", directory(directory), path)));
        }
        for (ArmRequest arm : request.arms()) {
            append(script, arm);
        }
        return script.append("amd_finish\n").toString();
    }

    private static void append(StringBuilder script, ArmRequest arm) {
        line(
                script,
                "amd_begin",
                arm.name(),
                arm.directory().map(TrialScript::directory).orElse(""));
        arm.harness().ifPresent(list -> line(script, "amd_harness", "harness", list.toString()));
        script.append("amd_run ")
                .append(ShellWords.join(List.of(
                        seconds(arm.timeLimit()),
                        Long.toString(arm.outputLimitBytes()),
                        Long.toString(arm.seed()),
                        arm.isTraced() ? "1" : "",
                        arm.outputs().contains("-") ? "1" : "",
                        exports(arm.environment()))))
                .append(' ')
                .append(ShellWords.join(arm.command()))
                .append('\n');
        arm.harness().ifPresent(list -> line(script, "amd_harness", "harness_after", list.toString()));
        if (arm.directory().isPresent()) {
            arm.written().forEach(path -> line(script, "amd_take", path));
        }
        for (int i = 0; i < arm.outputs().size(); i++) {
            line(script, "amd_digest", Integer.toString(i), arm.outputs().get(i));
        }
        line(script, "amd_end");
    }

    private static void line(StringBuilder script, String function, String... words) {
        script.append(function);
        for (String word : words) {
            script.append(' ').append(ShellWords.quote(word));
        }
        script.append('\n');
    }

    private static String exports(Map<String, String> environment) {
        return new TreeMap<>(environment)
                .entrySet().stream()
                        .map(entry -> "export " + entry.getKey() + "=" + ShellWords.quote(entry.getValue()))
                        .collect(Collectors.joining("\n"));
    }

    private static String directory(Path directory) {
        return directory.toAbsolutePath().normalize().toString();
    }

    private static String seconds(Duration limit) {
        return BigDecimal.valueOf(limit.getSeconds())
                .add(BigDecimal.valueOf(limit.getNano(), 9))
                .stripTrailingZeros()
                .toPlainString();
    }

    private static String functions() {
        try (InputStream stream = TrialScript.class.getResourceAsStream("trial.sh")) {
            if (stream == null) {
                throw new AmdahlException(ErrorCategory.INTERNAL, "trial.sh is missing from the jar; rebuild it");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AmdahlException(ErrorCategory.INTERNAL, "trial.sh cannot be read from the jar; rebuild it", e);
        }
    }
}
