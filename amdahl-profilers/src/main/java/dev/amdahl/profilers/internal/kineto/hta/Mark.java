package dev.amdahl.profilers.internal.kineto.hta;

/** What HTA looks for in the category and the name of an event, as bits. */
final class Mark {
    /** The category is one of those whose gaps are idle time. */
    static final int WORK = 1;
    /** A synchronization that counts as device work whatever its stream. */
    static final int SYNC = 1 << 1;
    /** A profiler step. */
    static final int STEP = 1 << 2;
    /** A range of the device's own timeline. */
    static final int ANNOTATION = 1 << 3;
    /** A call that puts work into a queue. */
    static final int QUEUES = 1 << 4;
    /** A call of the launch statistics: those of CUDA's runtime and MTIA's, not those of CUDA's driver or of HIP. */
    static final int LAUNCH = 1 << 5;
    /** A name that tells an NVIDIA or AMD device. */
    static final int GPU = 1 << 6;
    /** A name that tells an MTIA device. */
    static final int MTIA = 1 << 7;

    private static final String STEP_PREFIX = "ProfilerStep#";

    private Mark() {}

    /** Returns whether a name that begins like this may bear a mark. */
    static boolean mayBegin(char first) {
        return "CEPchr".indexOf(first) >= 0;
    }

    static int ofCategory(String category) {
        return switch (category) {
            case "kernel", "Kernel", "gpu_memset", "Memset", "gpu_memcpy", "Memcpy", "mtia_ccp_events" -> WORK;
            case "gpu_user_annotation" -> ANNOTATION;
            default -> 0;
        };
    }

    static int ofName(String name) {
        return switch (name) {
            case "Event Sync", "Context Sync" -> SYNC;
            case "cudaLaunchKernel" -> QUEUES | LAUNCH | GPU;
            case "cudaLaunchKernelExC", "cudaMemcpyAsync", "cudaMemsetAsync" -> QUEUES | LAUNCH;
            case "cuLaunchKernel", "cuLaunchKernelEx" -> QUEUES;
            case "hipLaunchKernel" -> QUEUES | GPU;
            case "hipExtModuleLaunchKernel", "hipMemsetAsync", "hipMemcpyAsync", "hipMemcpyWithStream" -> QUEUES;
            case "runFunction - job_prep_and_submit_for_execution" -> QUEUES | LAUNCH | MTIA;
            default -> isStep(name) ? STEP : 0;
        };
    }

    private static boolean isStep(String name) {
        return name.startsWith(STEP_PREFIX)
                && name.length() > STEP_PREFIX.length()
                && Character.isDigit(name.charAt(STEP_PREFIX.length()));
    }
}
