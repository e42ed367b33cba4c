package dev.amdahl.core.internal.timeline.path;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * A critical path in figures.
 *
 * @param fromNanos start of the window on the timeline's clock
 * @param lengthNanos its length: the kinds add up to it
 * @param kinds what it went to, the longest first; kinds without time are left out
 * @param contributors names with the most time on it, the longest first
 * @param boundBy shares of its explained time in the groups of Holistic Trace Analysis
 * @param whatIf how long the window would be if some of it took less
 * @param findings what was odd, in words
 */
public record PathReport(
        @JsonProperty("from_ns") long fromNanos,
        @JsonProperty("length_ns") long lengthNanos,
        @JsonProperty("kinds") List<Kind> kinds,
        @JsonProperty("contributors") List<Contributor> contributors,
        @JsonProperty("bound_by") BoundBy boundBy,
        @JsonProperty("what_if") List<WhatIf> whatIf,
        @JsonProperty("findings") List<String> findings) {
    public PathReport {
        kinds = List.copyOf(kinds);
        contributors = List.copyOf(contributors);
        whatIf = List.copyOf(whatIf);
        findings = List.copyOf(findings);
    }

    /**
     * Time of one kind.
     *
     * @param share of the length
     */
    public record Kind(
            @JsonProperty("kind") PathKind kind,
            @JsonProperty("ns") long nanos,
            @JsonProperty("share") double share) {}

    /**
     * Time of one name and kind.
     *
     * @param name untrusted text
     * @param kind delays stand under the name of what was held back
     * @param count stretches
     */
    public record Contributor(
            @JsonProperty("name") String name,
            @JsonProperty("kind") PathKind kind,
            @JsonProperty("ns") long nanos,
            @JsonProperty("count") int count) {}

    /**
     * Shares of the path without what is unexplained and without synchronising calls, which add up to 1, or are all 0 where
     * nothing else is. Copies count as compute, and the delay of a launch counts from the start of its call.
     */
    public record BoundBy(
            @JsonProperty("cpu_bound") double cpu,
            @JsonProperty("data_loading") double dataLoading,
            @JsonProperty("gpu_compute_bound") double compute,
            @JsonProperty("gpu_communication_bound") double communication,
            @JsonProperty("gpu_kernel_kernel_overhead") double kernelGap,
            @JsonProperty("gpu_kernel_launch_overhead") double launch) {}
}
