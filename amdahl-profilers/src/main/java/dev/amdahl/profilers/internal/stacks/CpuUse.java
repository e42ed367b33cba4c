package dev.amdahl.profilers.internal.stacks;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a processor was doing under a stack, by the names of its frames. A stack belongs to the first that fits, in the order here;
 * {@code COPY} and {@code PYTHON} look at the innermost frame alone. Names are those of the Linux kernel, glibc, CPython, the
 * common BLAS and codec libraries and the JDK.
 */
enum CpuUse {
    /** The idle loop of the kernel: no use at all. */
    IDLE(
            "",
            "native_safe_halt",
            "default_idle",
            "cpu_startup_entry",
            "mwait_idle",
            "intel_idle",
            "acpi_idle",
            "cpuidle_enter",
            "pv_native_safe_halt"),
    SOFTIRQ("softirq_frac", "do_softirq", "handle_softirqs", "net_rx_action", "net_tx_action", "run_ksoftirqd"),
    PAGE_FAULT("page_fault_cpu_frac", "page_fault", "handle_mm_fault", "do_anonymous_page", "clear_huge_page"),
    GEMM("cpu_gemm_frac", "gemm", "gebp_kernel"),
    DECODE(
            "decode_cpu_frac",
            "jpeg",
            "png_read",
            "inflate",
            "zstd_decompress",
            "lz4_decompress",
            "snappy",
            "avcodec",
            "imdecode",
            "imagingdecode",
            "webpdecode",
            "decodeimage",
            "decode_image",
            "decode_video",
            "dav1d",
            "h264_",
            "flac_",
            "vorbis"),
    PARSE("parse_cpu_frac", "json", "csv", "strtod", "tokeniz", "yaml", "parsefrom"),
    COPY(
            "cpu_copy_frac",
            "memcpy",
            "memmove",
            "copy_user",
            "copy_page",
            "copy_from_iter",
            "copy_to_iter",
            "copy_to_user",
            "copy_from_user",
            "rep_movs",
            "arraycopy"),
    /** Putting threads to sleep and waking them. */
    LOCK(
            "lock_cpu_frac",
            "futex",
            "pthread_mutex",
            "pthread_cond",
            "locksupport",
            "unsafe.park",
            "unsafe.unpark",
            "lll_lock",
            "mutex_lock",
            "epoll_wait",
            "ep_poll"),
    PYTHON("python_self_frac"),
    OTHER("");

    private static final Pattern DEVICE_LIBRARIES = Names.any("cublas", "hipblas", "rocblas", "cudnn", "cutlass");

    private final String counter;
    private final Pattern names;

    CpuUse(String counter, String... needles) {
        this.counter = counter;
        this.names = Names.any(needles);
    }

    /** Returns the counter of its share of processor time. */
    Optional<String> counter() {
        return counter.isEmpty() ? Optional.empty() : Optional.of(counter);
    }

    /** Returns whether only the innermost frame tells. */
    boolean isOfTheLeaf() {
        return this == COPY || this == PYTHON;
    }

    /** The uses that one frame speaks for. */
    static Set<CpuUse> of(String frame) {
        String lower = frame.toLowerCase(Locale.ROOT);
        Set<CpuUse> uses = EnumSet.noneOf(CpuUse.class);
        for (CpuUse use : values()) {
            if (use.names.matcher(lower).find()) {
                uses.add(use);
            }
        }
        if (DEVICE_LIBRARIES.matcher(lower).find()) {
            uses.remove(GEMM);
        }
        if (frame.contains("Parse") || hasWord(lower, "parse")) {
            uses.add(PARSE);
        }
        if (isPython(frame)) {
            uses.add(PYTHON);
        }
        return uses;
    }

    /** Returns whether the word stands there and does not merely end another: {@code sparse} is no {@code parse}. */
    private static boolean hasWord(String text, String word) {
        for (int at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
            if (at == 0 || !Character.isLetter(text.charAt(at - 1))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isPython(String frame) {
        if (frame.startsWith("[unknown] (") && frame.contains("python")) {
            return true;
        }
        int at = frame.startsWith("_") ? 1 : 0;
        return frame.startsWith("Py", at)
                && frame.length() > at + 2
                && Character.isUpperCase(frame.charAt(at + 2))
                && frame.indexOf('_', at) > 0;
    }
}
