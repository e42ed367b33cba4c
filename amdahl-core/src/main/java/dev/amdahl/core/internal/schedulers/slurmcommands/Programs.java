package dev.amdahl.core.internal.schedulers.slurmcommands;

import dev.amdahl.spi.Availability;
import java.io.File;
import java.util.Arrays;
import java.util.List;

/** Looks for programs. */
public final class Programs {
    private Programs() {}

    /** Ready if all are there, else the first that is not. */
    public static Availability onPath(List<String> programs) {
        String[] path = String.valueOf(System.getenv("PATH")).split(File.pathSeparator, -1);
        return programs.stream()
                .filter(program -> Arrays.stream(path).noneMatch(folder -> new File(folder, program).canExecute()))
                .findFirst()
                .map(program -> Availability.unavailable("no program " + program + " on the PATH"))
                .orElse(Availability.ready());
    }
}
