package dev.amdahl.examples.fleet;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;

/** Runs one job of the fleet: {@code FleetJobMain FAMILY CAUSE}, the cause as in {@link PlantedCause}, in lower case. */
public final class FleetJobMain {
    private FleetJobMain() {}

    /**
     * Runs the job.
     *
     * @throws IOException if a result cannot be written
     */
    public static void main(String[] args) throws IOException {
        if (args.length != 2) {
            System.err.println("usage: FleetJobMain FAMILY input|sync|checkpoint|wake_ups");
            System.exit(2);
        }
        Map<String, String> environment = System.getenv();
        PlantedCause cause = PlantedCause.valueOf(args[1].toUpperCase(Locale.ROOT));
        JobSettings settings = JobSettings.of(cause, environment);
        JobRun.run(environment, new JobRun.Work() {
            @Override
            public JobResult run(Trace trace, JobPlaces places) {
                return new StepLoop(args[0], cause.workload(), settings, trace, places.output()).run();
            }
        });
    }
}
