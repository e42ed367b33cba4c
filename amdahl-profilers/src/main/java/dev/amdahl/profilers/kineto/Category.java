package dev.amdahl.profilers.kineto;

/** What the {@code cat} of a row says about its origin. */
enum Category {
    /** A device kernel. */
    KERNEL,
    /** A device copy or fill. */
    COPY,
    /** Work of an accelerator that is no GPU. */
    ACCELERATOR,
    /** A call of the device's runtime or driver. */
    RUNTIME,
    /** A framework operator. */
    OPERATOR,
    /** A range that somebody named. */
    ANNOTATION,
    /** A frame of the interpreter: the bulk of large traces. */
    PYTHON,
    /** Known, and not wanted: mirrors of other rows, and the profiler's own. */
    IGNORED,
    /** Not known. */
    UNKNOWN;

    boolean isDevice() {
        return this == KERNEL || this == COPY || this == ACCELERATOR;
    }

    static Category of(String text) {
        return switch (text) {
            case "kernel", "Kernel" -> KERNEL;
            case "gpu_memcpy", "gpu_memset", "Memcpy", "Memset" -> COPY;
            case "mtia_ccp_events" -> ACCELERATOR;
            case "cuda_runtime",
                    "cuda_driver",
                    "Runtime",
                    "hip_runtime",
                    "xpu_runtime",
                    "mtia_runtime",
                    "privateuse1_runtime" -> RUNTIME;
            case "cpu_op", "Operator" -> OPERATOR;
            case "user_annotation" -> ANNOTATION;
            case "python_function" -> PYTHON;
            case "Trace",
                    "cuda_sync",
                    "gpu_user_annotation",
                    "overhead",
                    "ac2g",
                    "fwdbwd",
                    "cpu_instant_event",
                    "amdahl" -> IGNORED;
            default -> UNKNOWN;
        };
    }
}
