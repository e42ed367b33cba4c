package dev.amdahl.spi.job;

import java.time.Duration;
import java.time.Instant;

/**
 * Something wrong that a stream of samples of a running job shows.
 *
 * @param what one sentence with the figures
 */
public record Anomaly(Kind kind, Place place, Span span, Change change, Triage triage, String what) {

    /** The kind of an anomaly, and what to do about it. */
    public enum Kind {
        /** The level of the loss rises, or creeps above its lowest point. */
        LOSS_DIVERGED(
                "stop, go back to the last checkpoint before it, lower the learning rate or clip gradients", true),
        /** A loss or norm is NaN or infinite. */
        NOT_A_NUMBER("stop, go back to the last checkpoint before it and find what made it", true),
        /** A rate of input falls. */
        INPUT_COLLAPSED("look at the input: storage, loader workers, network", false),
        /** A step's time rises. */
        STEPS_SLOWED("compare hosts, clocks and input of before and after", false),
        /** No step for long while other samples come. */
        HANG("take the stacks of all ranks, then end the job: it holds its accelerators for nothing", true),
        /** A device is held and does nothing. */
        HELD_IDLE("release the accelerators or find what the job waits for", false),
        /** Memory of a device falls, and it is idle. */
        MEMORY_STALL("the process gave up its memory and does nothing: end it", true),
        /** Memory of a device falls, and it goes on working. */
        MEMORY_RELEASED("check that a smaller part of the device would do", false),
        /** Memory of a device rises at once. */
        MEMORY_GREW("find what was allocated; leave room before it runs out", false),
        /** Its lowest level rises again and again. */
        MEMORY_LEAK("find what keeps growing before it runs out of memory", false),
        /** The clock is held down by heat, power or hardware. */
        THROTTLED("look at cooling and power of that host; leave it out of comparisons", true),
        /** A memory error that could not be corrected. */
        ECC_UNCORRECTED("drain the host and reset or replace the device", true),
        /** Corrected memory errors, many within an hour. */
        ECC_CORRECTED_OFTEN("watch the device, plan its replacement", true),
        /** Memory errors on a host of a job that failed afterwards. */
        ECC_BEFORE_FAILURE("drain that host before the job runs again", true),
        /** The job or a device failed. */
        FAILURE("read the end of the job's log", true);

        private final String remedy;
        private final boolean sick;

        Kind(String remedy, boolean sick) {
            this.remedy = remedy;
            this.sick = sick;
        }

        /** Returns what to do. */
        public String remedy() {
            return remedy;
        }

        /** Returns whether runs that show it say nothing of a change: compare none while it lasts. */
        public boolean isSick() {
            return sick;
        }
    }

    /** The most likely cause. */
    public enum Cause {
        /** A device or a host. */
        HARDWARE,
        /** The arithmetic of the training. */
        NUMERIC,
        /** Between hosts. */
        NETWORK,
        /** The input. */
        DATA,
        /** Memory of device or host. */
        MEMORY,
        /** The program or what it runs on. */
        SOFTWARE,
        /** What it runs under ended it: time limit, preemption, eviction, a person's order. */
        SCHEDULER,
        /** No rule tells. */
        UNKNOWN
    }

    /**
     * The place of an anomaly; unknown parts are empty strings.
     *
     * @param series its name in the source
     */
    public record Place(String job, String host, String device, String series) {}

    /**
     * The time span of an anomaly.
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
