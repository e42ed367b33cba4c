package dev.amdahl.core.schedulers.local;

import dev.amdahl.spi.Availability;
import dev.amdahl.spi.PluginContext;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.experiment.SchedulerFactory;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Creates the scheduler {@code local}. Settings: {@code root} (else the plugin's directory), {@code slots} and {@code slot-directory}
 * (else one for every two cores, shared by all of a user's schedulers), {@code devices} (accelerators that trials may use; else those of
 * {@code CUDA_VISIBLE_DEVICES}, none where that is empty or {@code -1}, else all), {@code owned} ({@code true} for trials that end between their arms once this process is dead). Thread-safe.
 */
public final class LocalSchedulerFactory implements SchedulerFactory {
    private static final List<String> PROGRAMS =
            List.of("sh", "setsid", "timeout", "sha256sum", "mkfifo", "base64", "find", "xargs", "grep", "sed");

    @Override
    public String name() {
        return LocalScheduler.NAME;
    }

    @Override
    public Availability availability() {
        if (Runtime.getRuntime().availableProcessors() < 2) {
            return Availability.unavailable(OneCore.REASON);
        }
        if (!Files.isReadable(Path.of("/proc/uptime"))) {
            return Availability.unavailable("no /proc/uptime: it measures on Linux only");
        }
        String[] path = String.valueOf(System.getenv("PATH")).split(File.pathSeparator, -1);
        return PROGRAMS.stream()
                .filter(program -> Arrays.stream(path).noneMatch(folder -> new File(folder, program).canExecute()))
                .findFirst()
                .map(program -> Availability.unavailable("no program " + program + " on the PATH"))
                .orElse(Availability.ready());
    }

    @Override
    public Scheduler create(PluginContext context) {
        return new LocalScheduler(LocalSettings.from(context));
    }
}
