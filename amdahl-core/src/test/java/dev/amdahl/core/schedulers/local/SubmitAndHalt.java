package dev.amdahl.core.schedulers.local;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.JsonNode;
import dev.amdahl.core.internal.change.PowerCaps;
import dev.amdahl.spi.experiment.ArmPlan;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.job.Accelerators;
import java.io.File;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;

/** A process that starts a scheduler, submits a trial where one is named, and dies at once. */
final class SubmitAndHalt {
    private SubmitAndHalt() {}

    private record Capped(String key, String family, Accelerators accelerators, List<ArmRequest> arms)
            implements TrialRequest {}

    /** Returns the process that does so with the root and the slots below a folder, to be started. */
    static ProcessBuilder process(Path folder, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath(),
                SubmitAndHalt.class.getName(),
                folder.resolve("root").toString(),
                folder.resolve("slots").toString()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).inheritIO();
    }

    private static String classPath() {
        return Stream.of(
                        SubmitAndHalt.class,
                        LocalScheduler.class,
                        Scheduler.class,
                        Logger.class,
                        JsonNode.class,
                        JsonFactory.class,
                        JsonProperty.class)
                .map(type ->
                        type.getProtectionDomain().getCodeSource().getLocation().getPath())
                .distinct()
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Arguments: the root, the slot directory; then the key, the command; then to what power the first arm is capped. */
    public static void main(String[] arguments) {
        LocalScheduler scheduler = new LocalScheduler(new LocalSettings(
                Path.of(arguments[0]), Path.of(arguments[1]), 2, 1, new Devices(List.of()), false, Clock.systemUTC()));
        if (arguments.length == 4) {
            scheduler.submit(Requested.of(arguments[2], Requested.shell(arguments[3])));
        } else if (arguments.length == 5) {
            ArmPlan arm = ArmPlan.of("a", List.of("sh", "-c", arguments[3]), Duration.ofSeconds(60), 1 << 16);
            scheduler.submit(new Capped(
                    arguments[2],
                    "test",
                    new Accelerators("h200", 1),
                    List.of(arm.with(PowerCaps.VARIABLE, arguments[4]))));
        }
        Runtime.getRuntime().halt(137);
    }
}
