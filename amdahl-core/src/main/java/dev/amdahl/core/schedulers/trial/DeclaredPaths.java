package dev.amdahl.core.schedulers.trial;

import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.job.ValueSource;
import java.util.LinkedHashSet;
import java.util.Set;

/** The files, relative to its working directory, that an arm is known to write. Thread-safe. */
public final class DeclaredPaths {
    private DeclaredPaths() {}

    /** Outputs, kept files and JSON files of measures, each once; standard output is not a file. */
    public static Set<String> of(ArmRequest arm) {
        Set<String> paths = new LinkedHashSet<>(arm.outputs());
        paths.addAll(arm.keep());
        for (ValueSource source : arm.measures().values()) {
            if (source instanceof ValueSource.Json json) {
                paths.add(json.path());
            }
        }
        paths.remove("-");
        return paths;
    }
}
