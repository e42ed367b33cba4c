package dev.amdahl.core.internal.timeline.roofline;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.amdahl.spi.hypothesis.Bottleneck;
import java.util.Optional;

/**
 * Measured work under a roofline.
 *
 * @param intensity operations per byte
 * @param ridge intensity from which arithmetic is the limit
 * @param attainable highest rate at this intensity, operations per second
 * @param achieved measured rate, operations per second
 * @param share of the limit that was reached; above 1 no device can
 * @param bound which peak is the limit
 */
public record RooflinePoint(
        @JsonProperty("intensity_flops_per_byte") double intensity,
        @JsonProperty("ridge_flops_per_byte") double ridge,
        @JsonProperty("attainable_flops_per_second") double attainable,
        @JsonProperty("achieved_flops_per_second") double achieved,
        @JsonProperty("share") double share,
        @JsonProperty("class") Bottleneck bound) {

    /** Returns why it cannot be; empty if it can. */
    public Optional<String> impossible() {
        return new PeakClaim("roofline", share, 1).impossible();
    }
}
