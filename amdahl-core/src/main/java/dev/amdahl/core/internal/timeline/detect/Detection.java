package dev.amdahl.core.internal.timeline.detect;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.amdahl.spi.hypothesis.Bottleneck;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one rule says of one run.
 *
 * @param rule the rule's id
 * @param outcome whether it fired
 * @param bottleneck the class it points to
 * @param statement one sentence with the measured values and the bounds
 * @param evidence the figures it rests on, in the order of the rule's conditions
 * @param wallCeiling speed-up of the wall if all seconds of its classes vanished, on the whole run; null where they have no account
 *     or are everything; for classes that need counters which were not measured, an upper bound
 * @param acceleratorCeiling the same of the accelerator-hours
 * @param fills names of its figures that were measured, under which ideas may ask for them
 */
public record Detection(
        @JsonProperty("rule") String rule,
        @JsonProperty("outcome") Outcome outcome,
        @JsonProperty("class") Bottleneck bottleneck,
        @JsonProperty("statement") String statement,
        @JsonProperty("evidence") List<Figure> evidence,
        @JsonProperty("wall_ceiling") @Nullable Double wallCeiling,
        @JsonProperty("accelerator_ceiling") @Nullable Double acceleratorCeiling,
        @JsonProperty("fills") List<String> fills) {
    /** What became of a rule. */
    public enum Outcome {
        /** Its conditions hold. */
        FIRED,
        /** One of them was measured and does not hold, or its classes hold too little of the run to matter. */
        CLEAR,
        /** None speaks against it, and at least one was not measured: neither fired nor passed. */
        NOT_MEASURED
    }

    public Detection {
        evidence = List.copyOf(evidence);
        fills = List.copyOf(fills);
    }

    /**
     * One figure against its bound.
     *
     * @param metric its name
     * @param value null where it was not measured
     * @param unit of value and threshold
     * @param comparison sign of the comparison
     * @param threshold the bound
     */
    public record Figure(
            @JsonProperty("metric") String metric,
            @JsonProperty("value") @Nullable Double value,
            @JsonProperty("unit") String unit,
            @JsonProperty("comparison") String comparison,
            @JsonProperty("threshold") double threshold) {}
}
