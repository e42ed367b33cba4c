package dev.amdahl.core.ledger.entry;

import java.time.Instant;

/**
 * One booking.
 *
 * @param subject the run, hypothesis or family it was spent on
 * @param kind what it was spent on
 * @param amount in the kind's unit
 * @param at when
 */
public record Cost(String subject, Kind kind, double amount, Instant at) {

    /** A kind of cost, with its unit. */
    public enum Kind {
        /** Accelerator-seconds of trials and noise runs, failed ones too. */
        EXPERIMENT_ACCELERATOR_SECONDS,
        /** Accelerator-seconds of evidence runs. */
        EVIDENCE_ACCELERATOR_SECONDS,
        /** Accelerator-seconds of trials on wins that the loop has planted, to see whether it finds them. */
        CALIBRATION_ACCELERATOR_SECONDS,
        /** Accelerator-seconds that a run held beyond the time limit it was submitted with. */
        OVERRUN_ACCELERATOR_SECONDS,
        /** Wall seconds of builds. */
        BUILD_SECONDS,
        /** Money paid for model tokens. */
        TOKEN_MONEY,
        /** Minutes of people. */
        REVIEW_MINUTES;

        /** Returns whether it is time of accelerators. */
        public boolean isAcceleratorTime() {
            return isOfRun() || this == OVERRUN_ACCELERATOR_SECONDS;
        }

        /** Returns whether it settles what was set aside for a run. */
        public boolean isOfRun() {
            return this == EXPERIMENT_ACCELERATOR_SECONDS
                    || this == EVIDENCE_ACCELERATOR_SECONDS
                    || this == CALIBRATION_ACCELERATOR_SECONDS;
        }
    }
}
