package dev.amdahl.core.internal.copilot;

import dev.amdahl.spi.hypothesis.Bottleneck;
import java.util.List;

/**
 * One thing to do. It always carries evidence and a ceiling: what has neither is no advice.
 *
 * @param id short name within the answer
 * @param kind what there is to do
 * @param subject the family or trace that it is for
 * @param bottleneck the class it relieves
 * @param title one line: untrusted text
 * @param change what to change
 * @param evidence ids of ledger rows, evidence runs and traces that it rests on; at least one
 * @param wallCeiling speed-up of the wall if the class vanished
 * @param acceleratorCeiling the same of the accelerator-hours
 * @param acceleratorShare share of the accelerator-seconds that the class holds
 * @param expected share of the metric that it may save
 * @param basis where that figure comes from
 * @param past earlier verdicts, those of the same family first
 */
public record Advice(
        String id,
        Kind kind,
        String subject,
        Bottleneck bottleneck,
        String title,
        String change,
        List<String> evidence,
        double wallCeiling,
        double acceleratorCeiling,
        double acceleratorShare,
        double expected,
        String basis,
        List<PastVerdict> past) {

    /** What there is to do, the surest first. */
    public enum Kind {
        /** A win that waits for a person. */
        APPROVE,
        /** It is being tested. */
        AWAIT,
        /** Diagnosed, and the job declares no lever for it, or it waits for a measurement. */
        ENABLE,
        /** It won on a sibling and was not tried here. */
        CARRY_OVER,
        /** An idea of the catalogue whose symptoms hold here. */
        TRY,
        /** A model's suggestion that cites evidence and keeps to the ceiling. */
        SUGGESTED
    }

    public Advice {
        evidence = List.copyOf(evidence);
        past = List.copyOf(past);
        if (evidence.isEmpty()) {
            throw new IllegalArgumentException("advice without evidence: " + title);
        }
        if (!(acceleratorCeiling >= 1) || !(wallCeiling >= 1)) {
            throw new IllegalArgumentException("advice without a ceiling: " + title);
        }
    }

    Advice named(String name) {
        return new Advice(
                name,
                kind,
                subject,
                bottleneck,
                title,
                change,
                evidence,
                wallCeiling,
                acceleratorCeiling,
                acceleratorShare,
                expected,
                basis,
                past);
    }
}
