package dev.amdahl.spi.job;

import java.time.Duration;
import java.time.Instant;

/**
 * Something wrong that a stream of samples of a running job shows. Immutable.
 *
 * @param what one sentence with the figures
 */
public record Anomaly(Kind kind, Place place, Span span, Change change, Triage triage, String what) {

    /** What was seen, and what to do about it. */
    public enum Kind {
        LOSS_DIVERGED(
                "stop, go back to the last checkpoint before it, lower the learning rate or clip gradients", true),
        NOT_A_NUMBER("stop, go back to the last checkpoint before it and find what made it", true),
        INPUT_COLLAPSED("look at the input: storage, loader workers, network", false),
        STEPS_SLOWED("compare hosts, clocks and input of before and after", false),
        HANG("take the stacks of all ranks, then end the job: it holds its accelerators for nothing", true),
        HELD_IDLE("release the accelerators or find what the job waits for", false),
        MEMORY_STALL("the process gave up its memory and does nothing: end it", true),
        MEMORY_RELEASED("check that a smaller part of the device would do", false),
        MEMORY_GREW("find what was allocated; leave room before it runs out", false),
        MEMORY_LEAK("find what keeps growing before it runs out of memory", false),
        THROTTLED("look at cooling and power of that host; leave it out of comparisons", true),
        ECC_UNCORRECTED("drain the host and reset or replace the device", true),
        ECC_CORRECTED_OFTEN("watch the device, plan its replacement", true),
        ECC_BEFORE_FAILURE("drain that host before the job runs again", true),
        FAILURE("read the end of the job's log", true);

        private final String remedy;
        private final boolean sick;

        Kind(String remedy, boolean sick) {
            this.remedy = remedy;
            this.sick = sick;
        }

        /** What to do. */
        public String remedy() {
            return remedy;
        }

        /** Whether runs that show it say nothing of a change: compare none while it lasts. */
        public boolean isSick() {
            return sick;
        }
    }

    /** Where it most likely comes from. */
    public enum Cause {
        HARDWARE,
        NUMERIC,
        NETWORK,
        DATA,
        MEMORY,
        SOFTWARE,
        UNKNOWN
    }

    /**
     * Where it was seen; empty texts for what is not known.
     *
     * @param series its name in the source
     */
    public record Place(String job, String host, String device, String series) {}

    /**
     * When.
     *
     * @param since its first sample, as far as that can be told
     * @param seen the sample that showed it
     * @param samples from the one to the other, both counted
     * @param step number of the job's step at its first sample, -1 when not known
     */
    public record Span(Instant since, Instant seen, long samples, long step) {
        /** Time from its first sample to the one that showed it. */
        public Duration delay() {
            return Duration.between(since, seen);
        }
    }

    /** The level before and since; NaN where there is none. */
    public record Change(double before, double after) {}

    /** Its cause, and how sure the rule is, 0 to 1; no measurement. */
    public record Triage(Cause cause, double confidence) {}
}
