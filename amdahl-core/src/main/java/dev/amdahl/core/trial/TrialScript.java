package dev.amdahl.core.trial;

import dev.amdahl.core.internal.change.PowerCaps;
import dev.amdahl.core.internal.schedulers.power.PowerScript;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ShellWords;
import dev.amdahl.spi.experiment.TrialRequest;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes the POSIX shell script that runs a trial on its node; needs no Java there. Thread-safe. */
public final class TrialScript {
    /** The variable of an arm that holds what {@code sh -c} runs before it, untimed. */
    public static final String PREPARE = "AMDAHL_PREPARE";

    private static final String DEVICES = resource("devices.sh");
    private static final String FUNCTIONS = resource("trial.sh") + DEVICES;
    private static final String NODES = DEVICES + resource("nodes.sh");
    /** The arm that only warms its host up. */
    static final String WARM_UP = "warm";

    private TrialScript() {}

    /** Returns the script of a request that {@link RequestCheck} has passed. Its arguments are the files that record who holds a slot. */
    public static String of(TrialRequest request) {
        StringBuilder script = new StringBuilder(FUNCTIONS);
        String accelerated = request.accelerators().holdsNone()
                ? ""
                : "amd_accelerated=" + request.accelerators().perNode() + "\n";
        script.append(accelerated);
        int nodes = request.accelerators().nodes();
        if (nodes > 1 || !request.settings().isEmpty()) {
            script.append("amd_nodes=")
                    .append(nodes > 1 ? Integer.toString(nodes) : "${amd_container:+1}")
                    .append("\ncat >\"$amd_here/nodes.sh\" <<'amd_end'\n")
                    .append(accelerated)
                    .append(NODES)
                    .append("amd_end\n");
        }
        if (request.arms().stream().anyMatch(arm -> arm.environment().containsKey(PowerCaps.VARIABLE))) {
            script.append("cat >\"$amd_here/power.sh\" <<'amd_end'\n")
                    .append(PowerScript.text())
                    .append("amd_end\n");
        }
        for (ArmRequest arm : request.arms()) {
            arm.directory()
                    .ifPresent(directory ->
                            arm.written().forEach(path -> line(script, "amd_absent", directory(directory), path)));
        }
        line(script, "amd_make", request.arms().stream().map(ArmRequest::name).toArray(String[]::new));
        request.warmHosts()
                .ifPresent(hosts -> appendWarmUp(script, request.arms().get(0), hosts));
        for (ArmRequest arm : request.arms()) {
            append(script, arm);
        }
        return script.append("amd_finish\n").toString();
    }

    /** Returns the longest that each command may run that the script of a request may start. */
    public static Stream<Duration> limits(TrialRequest request) {
        return Stream.concat(
                        request.warmHosts().isPresent()
                                ? request.arms().stream().limit(1)
                                : Stream.empty(),
                        request.arms().stream())
                .map(ArmRequest::timeLimit);
    }

    private static void appendWarmUp(StringBuilder script, ArmRequest arm, Set<String> warmHosts) {
        line(script, "if amd_is_cold", new TreeSet<>(warmHosts).toArray(String[]::new));
        script.append("then\n");
        run(script, arm, WARM_UP);
        script.append("amd_discard\nfi\n");
    }

    private static void append(StringBuilder script, ArmRequest arm) {
        run(script, arm, arm.name());
        for (int i = 0; i < arm.outputs().size(); i++) {
            line(script, "amd_digest", Integer.toString(i), arm.outputs().get(i));
        }
        line(script, "amd_end");
    }

    private static void run(StringBuilder script, ArmRequest arm, String name) {
        line(
                script,
                "amd_begin",
                name,
                arm.directory().map(TrialScript::directory).orElse(""),
                seconds(arm.timeLimit()));
        arm.harness().ifPresent(list -> line(script, "amd_harness", "harness", list.toString()));
        arm.schedule().ifPresent(lines -> line(script, "amd_switch", lines));
        Optional.ofNullable(arm.environment().get(PowerCaps.VARIABLE))
                .filter(cap -> !name.equals(WARM_UP))
                .ifPresent(cap ->
                        script.append("amd_cap=").append(ShellWords.quote(cap)).append('\n'));
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
                        .filter(entry -> !entry.getKey().equals(PowerCaps.VARIABLE))
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

    private static String resource(String name) {
        try (InputStream stream = TrialScript.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new AmdahlException(ErrorCategory.INTERNAL, name + " is missing from the jar; rebuild it");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AmdahlException(ErrorCategory.INTERNAL, name + " cannot be read from the jar; rebuild it", e);
        }
    }
}
