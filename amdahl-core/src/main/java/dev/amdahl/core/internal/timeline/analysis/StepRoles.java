package dev.amdahl.core.internal.timeline.analysis;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * Where the time of one step went, by priority: kernel, copy, fill, communication, runtime, loader, operator, other. Each role has
 * only time that no role before it has, so they add up to the length of the step. As the TensorBoard plugin of the PyTorch
 * profiler counts, a kernel is any kernel, collectives too, and communication is the host's operator of a collective; what the
 * collectives themselves took stands beside the roles.
 *
 * @param name the step's number, or 0 where the trace has no steps
 * @param startNanos from the timeline's first instant
 * @param totalNanos from the end of the device work of the step before, or the host's begin if that is later, to the end of the host's
 *     step, or of the device work launched in it if that is later
 * @param isComplete false for steps at the end whose device work is missing or far less than that of the step before: they are not in
 *     the mean
 * @param collectiveNanos time with a collective kernel; not a role
 * @param collectiveExposedNanos of it, the part without a compute kernel beside it
 */
public record StepRoles(
        @JsonProperty("step") String name,
        @JsonProperty("start_ns") @Nullable Long startNanos,
        @JsonProperty("complete") boolean isComplete,
        @JsonProperty("kernel_ns") long kernelNanos,
        @JsonProperty("memcpy_ns") long memcpyNanos,
        @JsonProperty("memset_ns") long memsetNanos,
        @JsonProperty("communication_ns") long communicationNanos,
        @JsonProperty("runtime_ns") long runtimeNanos,
        @JsonProperty("data_loader_ns") long dataLoaderNanos,
        @JsonProperty("cpu_op_ns") long cpuOpNanos,
        @JsonProperty("other_ns") long otherNanos,
        @JsonProperty("total_ns") long totalNanos,
        @JsonProperty("collective_ns") long collectiveNanos,
        @JsonProperty("collective_exposed_ns") long collectiveExposedNanos) {

    /** @param nanos in the order of the components */
    static StepRoles of(String name, @Nullable Long start, boolean isComplete, long[] nanos) {
        return new StepRoles(
                name,
                start,
                isComplete,
                nanos[0],
                nanos[1],
                nanos[2],
                nanos[3],
                nanos[4],
                nanos[5],
                nanos[6],
                nanos[7],
                nanos[8],
                nanos[9],
                nanos[10]);
    }

    /** Returns all times, in the order of the components. */
    long[] nanos() {
        return new long[] {
            kernelNanos,
            memcpyNanos,
            memsetNanos,
            communicationNanos,
            runtimeNanos,
            dataLoaderNanos,
            cpuOpNanos,
            otherNanos,
            totalNanos,
            collectiveNanos,
            collectiveExposedNanos
        };
    }
}
