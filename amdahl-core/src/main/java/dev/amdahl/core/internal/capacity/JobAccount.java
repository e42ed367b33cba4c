package dev.amdahl.core.internal.capacity;

import dev.amdahl.core.internal.roi.Goodput;
import dev.amdahl.spi.job.FleetJob;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What the accelerators of one job came to, over all its attempts.
 *
 * @param job the id of its run, or the label {@code job} that its attempts share
 * @param family the recurring workload
 * @param accelerators of its largest attempt
 * @param attempts allocations it had
 * @param isLogged whether it logged what happened; without that, lost work and overhead are not known apart
 * @param time where its accelerator-seconds went
 * @param heldSeconds wall seconds in which it held accelerators
 * @param elapsedSeconds wall seconds from its first allocation to its last release
 * @param queuedSeconds wall seconds from its submission to its first allocation; empty where the submission is not known
 * @param idealSeconds what the work it did would take without any loss on its accelerators, where its label {@code ideal_seconds} says so
 * @param habit its checkpoints
 */
public record JobAccount(
        String job,
        String family,
        int accelerators,
        int attempts,
        boolean isLogged,
        AcceleratorTime time,
        double heldSeconds,
        double elapsedSeconds,
        OptionalDouble queuedSeconds,
        OptionalDouble idealSeconds,
        CheckpointHabit habit) {

    /**
     * Returns the account of a job.
     *
     * @param attempts its runs that have started, in any order; a run that has not ended is counted until now
     * @param events what it logged, by time
     * @throws IllegalArgumentException without attempts
     */
    public static JobAccount of(String job, List<FleetJob> attempts, List<RunEvent> events, Instant now) {
        List<FleetJob> ordered = attempts.stream()
                .filter(attempt -> attempt.started().isPresent())
                .sorted(Comparator.comparing(attempt -> attempt.started().orElseThrow()))
                .toList();
        if (ordered.isEmpty()) {
            throw new IllegalArgumentException("job " + job + ": no attempt has started");
        }
        Attempts tape = new Attempts();
        double held = 0;
        for (int i = 0; i < ordered.size(); i++) {
            FleetJob attempt = ordered.get(i);
            Instant end = end(attempt, now);
            if (events.isEmpty()) {
                tape.unlogged(attempt, end);
            } else {
                tape.allocation(attempt, end, events, i + 1 < ordered.size());
            }
            held += seconds(attempt.started().orElseThrow(), end);
        }
        FleetJob first = ordered.get(0);
        Instant start = first.started().orElseThrow();
        Instant last = ordered.stream()
                .map(attempt -> end(attempt, now))
                .max(Comparator.naturalOrder())
                .orElseThrow();
        return new JobAccount(
                job,
                first.family(),
                ordered.stream()
                        .mapToInt(attempt -> attempt.accelerators().count())
                        .max()
                        .orElse(1),
                ordered.size(),
                !events.isEmpty(),
                tape.end(),
                held,
                seconds(start, last),
                first.submitted()
                        .map(from -> OptionalDouble.of(seconds(from, start)))
                        .orElse(OptionalDouble.empty()),
                ideal(ordered),
                tape.habit());
    }

    private static Instant end(FleetJob attempt, Instant now) {
        Instant start = attempt.started().orElseThrow();
        Instant end = attempt.ended().orElse(now);
        return end.isBefore(start) ? start : end;
    }

    private static double seconds(Instant from, Instant to) {
        return Math.max(0, Duration.between(from, to).toMillis()) / 1000.0;
    }

    private static OptionalDouble ideal(List<FleetJob> attempts) {
        for (FleetJob attempt : attempts) {
            Optional<String> text = Optional.ofNullable(attempt.labels().get("ideal_seconds"));
            if (text.isPresent()) {
                try {
                    double seconds = Double.parseDouble(text.get());
                    return seconds > 0 && Double.isFinite(seconds)
                            ? OptionalDouble.of(seconds)
                            : OptionalDouble.empty();
                } catch (NumberFormatException notANumber) {
                    return OptionalDouble.empty();
                }
            }
        }
        return OptionalDouble.empty();
    }

    /** Time with its accelerators over elapsed time, 0 to 1; empty if no time has elapsed. */
    public OptionalDouble availability() {
        return elapsedSeconds > 0
                ? OptionalDouble.of(Math.min(1, heldSeconds / elapsedSeconds))
                : OptionalDouble.empty();
    }

    /** Productive over allocated accelerator-time, 0 to 1; empty if nothing was allocated, or any of it is unknown and nothing logged. */
    public OptionalDouble runtimeShare() {
        double allocated = time.allocatedHours();
        return allocated > 0 && isLogged
                ? OptionalDouble.of(time.hours(TimeBucket.PRODUCTIVE) / allocated)
                : OptionalDouble.empty();
    }

    /** Ideal over productive time, 0 to 1; empty where no ideal is known, or it is longer than what was measured. */
    public OptionalDouble efficiency() {
        double productive = time.hours(TimeBucket.PRODUCTIVE) * 3600 / accelerators;
        return idealSeconds.isPresent() && idealSeconds.getAsDouble() <= productive
                ? OptionalDouble.of(idealSeconds.getAsDouble() / productive)
                : OptionalDouble.empty();
    }

    /** Returns the three factors of goodput; empty unless each is known. */
    public Optional<Goodput> goodput() {
        return availability().isPresent()
                        && runtimeShare().isPresent()
                        && efficiency().isPresent()
                ? Optional.of(new Goodput(
                        availability().getAsDouble(),
                        runtimeShare().getAsDouble(),
                        efficiency().getAsDouble()))
                : Optional.empty();
    }

    /** Productive over all wall time, queue included; empty where the log or the time in the queue is missing. */
    public OptionalDouble effectiveTimeRatio() {
        double wall = elapsedSeconds + queuedSeconds.orElse(Double.NaN);
        return isLogged && wall > 0
                ? OptionalDouble.of(
                        Goodput.effectiveTimeRatio(time.hours(TimeBucket.PRODUCTIVE) / accelerators, wall / 3600))
                : OptionalDouble.empty();
    }
}
