package dev.amdahl.examples.fleet;

import java.io.IOException;
import java.util.Map;

/** The frame of a job's main program: reads the environment, runs, writes results and, if asked for, the trace. */
public final class JobRun {
    private JobRun() {}

    /** The work of a job. */
    public interface Work {
        /** Runs the job and records on {@code trace}. */
        JobResult run(Trace trace, JobPlaces places);
    }

    /**
     * Runs {@code work} in the environment of an experiment, or prints its result where there is none.
     *
     * @throws IOException if a result cannot be written
     */
    public static void run(Map<String, String> environment, Work work) throws IOException {
        JobPlaces places = JobPlaces.of(environment);
        Trace trace = places.trace() == null ? Trace.off() : Trace.recording();
        JobResult result = work.run(trace, places);
        result.write(places);
        if (places.trace() != null) {
            trace.write(places.trace());
        }
        System.out.print(result.printed());
    }
}
