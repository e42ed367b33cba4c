package dev.amdahl.examples.fleet;

/** The category of a trace row, in Kineto's words; immutable. */
public enum Category {
    /** A kernel on the device. */
    KERNEL("kernel"),
    /** A copy on the device. */
    MEMCPY("gpu_memcpy"),
    /** A call of the device's runtime on the host. */
    RUNTIME("cuda_runtime"),
    /** Host work. */
    CPU_OP("cpu_op"),
    /** A span that the program named. */
    ANNOTATION("user_annotation");

    private final String kineto;

    Category(String kineto) {
        this.kineto = kineto;
    }

    String kineto() {
        return kineto;
    }

    boolean isOnDevice() {
        return this == KERNEL || this == MEMCPY;
    }
}
