package dev.amdahl.profilers.internal.nsight;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * What a rule of Nsight Compute said of a kernel.
 *
 * @param name the rule
 * @param type {@code OPT} (an opportunity), {@code WRN} or {@code INF}
 * @param text its words: from the file
 * @param speedupType {@code global} (of the kernel's whole time), {@code local} (of the part it addresses), empty without an estimate
 * @param speedupPercent the tool's estimate, percent, null without one
 */
public record NcuRule(
        @JsonProperty("name") String name,
        @JsonProperty("type") String type,
        @JsonProperty("text") String text,
        @JsonProperty("estimated_speedup_type") String speedupType,
        @JsonProperty("estimated_speedup_percent") @Nullable Double speedupPercent) {

    /** Returns whether the estimate bounds the whole kernel. */
    boolean isGlobal() {
        return speedupPercent != null && speedupType.equals("global");
    }
}
