package dev.amdahl.profilers.internal.kineto.hta;

import java.util.regex.Pattern;

/** What HTA takes device work for, by its name alone. */
enum KernelType {
    COMPUTATION,
    COMMUNICATION,
    MEMORY,
    OTHER;

    private static final Pattern COMMUNICATES = Pattern.compile("nccl|hip|hccl|.*ncclKernel", Pattern.UNIX_LINES);
    private static final Pattern MOVES = Pattern.compile("(hip)?Mem(cpy|set)|dma", Pattern.UNIX_LINES);
    private static final Pattern DOES_NOT_COMPUTE = Pattern.compile(
            "nccl|.*Memcpy|.*Memset|.*dma|.*Sync|Stream Wait Event|cuda.*LaunchKernel|runFunction|hip|job_exe|packet|pe_exe"
                    + "|cpum_exe_subgraph|hccl|collective_subgraph_execution",
            Pattern.UNIX_LINES);

    /** Returns the first pattern that the beginning of the name matches decides. */
    static KernelType of(String name) {
        if (COMMUNICATES.matcher(name).lookingAt()) {
            return COMMUNICATION;
        }
        if (MOVES.matcher(name).lookingAt()) {
            return MEMORY;
        }
        return DOES_NOT_COMPUTE.matcher(name).lookingAt() ? OTHER : COMPUTATION;
    }
}
