package dev.amdahl.core.testing.crash;

import dev.amdahl.core.crash.FailPlan;
import dev.amdahl.core.crash.FailPoint;
import dev.amdahl.core.crash.FailPoints;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/** The process that dies: {@code FOLDER JOBS} runs the loop of that world until nothing is left to do. */
public final class CrashChild {
    private CrashChild() {}

    /** Ends by itself with 0, or as its fail points or its killer say. */
    public static void main(String[] arguments) {
        Consumer<FailPoint> plan = Optional.ofNullable(System.getProperty(FailPoints.PROPERTY))
                .<Consumer<FailPoint>>map(FailPlan::parse)
                .orElse(point -> {});
        new CrashWorld(Path.of(arguments[0]), CrashJobs.valueOf(arguments[1])).finishAcknowledging(plan);
    }
}
