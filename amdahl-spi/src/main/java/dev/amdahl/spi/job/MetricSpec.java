package dev.amdahl.spi.job;

import java.util.List;
import java.util.Optional;

/**
 * The job-level figure that an experiment compares.
 *
 * @param name {@code accelerator_seconds_per_work_unit} (default), {@code wall_seconds}, {@code accelerator_joules_per_work_unit}, or a name of
 *     the job's own
 * @param source where a metric of the job's own is read; empty for those that are built in
 * @param lowerIsBetter the direction
 * @param pacedBy what sends work to a run from outside, at given times, so that its wall time does not say how fast it is; empty where a run
 *     lasts as long as its work
 */
public record MetricSpec(String name, Optional<ValueSource> source, boolean lowerIsBetter, Optional<String> pacedBy) {
    private static final String HELD = "accelerator_seconds_per_work_unit";
    private static final String WALL = "wall_seconds";
    private static final String ENERGY = "accelerator_joules_per_work_unit";

    public MetricSpec {
        if (source.isEmpty() && !List.of(HELD, WALL, ENERGY).contains(name)) {
            throw new IllegalArgumentException("metric '" + name
                    + "' has no source; say where the job reports it, or use " + HELD + ", " + WALL + " or " + ENERGY);
        }
    }

    /** Returns a metric of a run that takes as long as its work takes. */
    public MetricSpec(String name, Optional<ValueSource> source, boolean lowerIsBetter) {
        this(name, source, lowerIsBetter, Optional.empty());
    }

    /** Held accelerators times wall seconds, by work unit where counted. */
    public static final MetricSpec ACCELERATOR_SECONDS = new MetricSpec(HELD, Optional.empty(), true);

    /** Wall seconds of the run, queue excluded. */
    public static final MetricSpec WALL_SECONDS = new MetricSpec(WALL, Optional.empty(), true);

    /** Energy that the accelerators drew, from samples of their power, by work unit where counted. */
    public static final MetricSpec ACCELERATOR_JOULES = new MetricSpec(ENERGY, Optional.empty(), true);

    /** Returns whether it is a time that was read from a clock, and nothing that a job tells of itself. */
    public boolean isTime() {
        return source.isEmpty() && !name.equals(ENERGY);
    }
}
