package dev.amdahl.profilers.internal.kineto.hta;

/** What HTA looks for in the category and the name of an event, as bits. */
final class Mark {
    /** The category is one of those whose gaps are idle time. */
    static final int WORK = 1;
    /** A synchronisation that counts as device work whatever its stream. */
    static final int SYNC = 1 << 1;
    /** A profiler step. */
    static final int STEP = 1 << 2;
    /** A range of the device's own timeline. */
    static final int ANNOTATION = 1 << 3;
    /** A call that puts work into a queue. */
    static final int QUEUES = 1 << 4;
    /** A call of the launch statistics: those of CUDA's runtime and MTIA's, not those of CUDA's driver or of HIP. */
    static final int LAUNCH = 1 << 5;
    /** A name that tells an NVIDIA device. */
    static final int NVIDIA = 1 << 6;
    /** A name that tells an AMD device. */
    static final int AMD = 1 << 7;
    /** A name that tells an MTIA device. */
    static final int MTIA = 1 << 8;

    private static final int MAX_LENGTH = 48;

    private Mark() {}

    static int ofCategory(String category) {
        return switch (category) {
            case "kernel", "Kernel", "gpu_memset", "Memset", "gpu_memcpy", "Memcpy", "mtia_ccp_events" -> WORK;
            case "gpu_user_annotation" -> ANNOTATION;
            default -> 0;
        };
    }

    static int ofName(char[] text, int length) {
        if (length == 0 || "CEPchr".indexOf(text[0]) < 0) {
            return 0;
        }
        if (text[0] == 'P') {
            return isStep(text, length) ? STEP : 0;
        }
        return length > MAX_LENGTH ? 0 : ofName(new String(text, 0, length));
    }

    private static int ofName(String name) {
        return switch (name) {
            case "Event Sync", "Context Sync" -> SYNC;
            case "cudaLaunchKernel" -> QUEUES | LAUNCH | NVIDIA;
            case "cudaLaunchKernelExC", "cudaMemcpyAsync", "cudaMemsetAsync" -> QUEUES | LAUNCH;
            case "cuLaunchKernel", "cuLaunchKernelEx" -> QUEUES;
            case "hipLaunchKernel" -> QUEUES | AMD;
            case "hipExtModuleLaunchKernel", "hipMemsetAsync", "hipMemcpyAsync", "hipMemcpyWithStream" -> QUEUES;
            case "runFunction - job_prep_and_submit_for_execution" -> QUEUES | LAUNCH | MTIA;
            default -> 0;
        };
    }

    /** Whether the name begins with {@code ProfilerStep#} and a digit. */
    private static boolean isStep(char[] text, int length) {
        String step = "ProfilerStep#";
        if (length <= step.length()) {
            return false;
        }
        for (int i = 0; i < step.length(); i++) {
            if (text[i] != step.charAt(i)) {
                return false;
            }
        }
        return Character.isDigit(text[step.length()]);
    }
}
