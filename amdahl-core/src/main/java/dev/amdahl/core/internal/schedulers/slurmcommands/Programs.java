package dev.amdahl.core.internal.schedulers.slurmcommands;

import dev.amdahl.spi.Availability;
import dev.amdahl.spi.PluginContext;
import java.io.File;
import java.util.List;
import java.util.Optional;

/** Looks for programs. */
public final class Programs {
    private Programs() {}

    /** Ready if all are there, else the first that is not. */
    public static Availability onPath(List<String> programs) {
        return in(String.valueOf(System.getenv("PATH")), "on the PATH", programs);
    }

    /** Looks for those of Slurm in the folder of the setting {@code bin} before the {@code PATH}. */
    public static Availability withSettings(List<String> programs, PluginContext context) {
        Optional<String> folder = context.setting("bin");
        return folder.isEmpty()
                ? onPath(programs)
                : in(
                        folder.get() + File.pathSeparator + System.getenv("PATH"),
                        "in " + folder.get() + " or on the PATH",
                        programs);
    }

    private static Availability in(String path, String place, List<String> programs) {
        List<String> folders = List.of(path.split(File.pathSeparator, -1));
        return programs.stream()
                .filter(program -> folders.stream().noneMatch(folder -> new File(folder, program).canExecute()))
                .findFirst()
                .map(program -> Availability.unavailable("no program " + program + " " + place))
                .orElse(Availability.ready());
    }
}
