package dev.amdahl.profilers.internal.source;

import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.profiler.SourceEdit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Changes of Python source that can be tried. Each goes through pairs, output checks and a panel as anybody's patch. */
enum PythonEdit {
    YAML_C_LOADER(
            "parse YAML with the C loader",
            "input-vectorised-parse",
            Bottleneck.HOST_SERIAL,
            Bottleneck.INPUT_STARVATION),
    GZIP_LEVEL(
            "compress by the lightest level of gzip",
            "input-light-compression",
            Bottleneck.HOST_SERIAL,
            Bottleneck.CHECKPOINT_STALL),
    NPZ_UNCOMPRESSED(
            "write arrays without compression", "ckpt-compress", Bottleneck.CHECKPOINT_STALL, Bottleneck.HOST_SERIAL),
    ZIP_STORED(
            "write zip files without compression",
            "input-light-compression",
            Bottleneck.HOST_SERIAL,
            Bottleneck.CHECKPOINT_STALL),
    PICKLE_PROTOCOL(
            "pickle by the newest protocol", "ckpt-compress", Bottleneck.CHECKPOINT_STALL, Bottleneck.HOST_SERIAL),
    ASYNC_SAVE(
            "write checkpoints in a thread of their own",
            "ckpt-async",
            Bottleneck.CHECKPOINT_STALL,
            Bottleneck.PERIODIC_SIDE_WORK,
            Bottleneck.HOST_SERIAL),
    LOADER_WORKERS(
            "load batches in two processes of their own",
            "input-more-workers",
            Bottleneck.INPUT_STARVATION,
            Bottleneck.HOST_SERIAL),
    PERSISTENT_WORKERS(
            "keep the loader's processes between epochs",
            "input-prefetch-depth",
            Bottleneck.INPUT_STARVATION,
            Bottleneck.HOST_SERIAL,
            Bottleneck.WARMUP),
    PIN_MEMORY("load batches into page-locked memory", "input-pinned-async", true, Bottleneck.TRANSFER_BOUND),
    NON_BLOCKING("copy batches without waiting", "input-pinned-async", true, Bottleneck.TRANSFER_BOUND),
    CUDNN_BENCHMARK("let cuDNN choose its algorithms", "comp-autotune", true, Bottleneck.KERNEL_INEFFICIENT),
    NUMPY_MMAP("map arrays into memory instead of reading them", "input-binary-format", Bottleneck.INPUT_STARVATION),
    CSV_C_ENGINE(
            "parse CSV by the C engine", "input-vectorised-parse", Bottleneck.INPUT_STARVATION, Bottleneck.HOST_SERIAL),
    ITERTUPLES("go through rows as tuples", "host-cpu-features-vectorise", Bottleneck.HOST_SERIAL),
    READ_LINES("read lines one by one", "input-vectorised-parse", Bottleneck.INPUT_STARVATION, Bottleneck.HOST_SERIAL),
    REGEX_HOIST(
            "compile a regular expression once",
            "algo-hoist-invariant",
            Bottleneck.HOST_SERIAL,
            Bottleneck.REDUNDANT_WORK),
    SORTED_EXTREME(
            "take the smallest without sorting all",
            "algo-hoist-invariant",
            Bottleneck.HOST_SERIAL,
            Bottleneck.REDUNDANT_WORK),
    PRINT_FLUSH("let prints be buffered", "side-log-less", Bottleneck.PERIODIC_SIDE_WORK, Bottleneck.HOST_SERIAL),
    NO_PROGRESS_BAR(
            "draw no progress bar", "host-python-out-of-loop", Bottleneck.HOST_SERIAL, Bottleneck.PERIODIC_SIDE_WORK),
    GC_LESS("leave garbage collection to Python", "host-gc-pause", Bottleneck.HOST_SERIAL),
    USUAL_THREADS(
            "leave the number of threads to PyTorch",
            "host-blas-threads",
            Bottleneck.HOST_CONTENTION,
            Bottleneck.COMPUTE_BOUND),
    ANOMALY_OFF(
            "turn off the detection of anomalies", "sync-range-checks", Bottleneck.SYNC_STALL, Bottleneck.HOST_SERIAL),
    SET_TO_NONE(
            "drop gradients instead of zeroing them",
            "launch-fused-optimizer",
            Bottleneck.LAUNCH_BOUND,
            Bottleneck.HOST_SERIAL),
    INFERENCE_MODE(
            "evaluate in inference mode", "algo-hoist-invariant", Bottleneck.LAUNCH_BOUND, Bottleneck.HOST_SERIAL),
    NO_GRAD_EVALUATION(
            "evaluate without gradients",
            "algo-hoist-invariant",
            Bottleneck.PERIODIC_SIDE_WORK,
            Bottleneck.REDUNDANT_WORK,
            Bottleneck.COMPUTE_BOUND);

    private final String title;
    private final String idea;
    private final boolean needsDevice;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<Bottleneck> addresses;

    PythonEdit(String title, String idea, Bottleneck... addresses) {
        this(title, idea, false, addresses);
    }

    PythonEdit(String title, String idea, boolean needsDevice, Bottleneck... addresses) {
        this.title = title;
        this.idea = idea;
        this.needsDevice = needsDevice;
        this.addresses = List.of(addresses);
    }

    /** Returns it over the files of a program; empty where none has a place for it. */
    Optional<SourceEdit> over(Map<String, PythonEdits> files) {
        String name = name().toLowerCase(Locale.ROOT).replace('_', '-');
        return new EditKind(name, title, idea, addresses, needsDevice)
                .over(files.entrySet().stream()
                        .map(file -> new EditKind.InFile(
                                file.getKey(),
                                file.getValue().diff(this, file.getKey()),
                                file.getValue().lines(this)))
                        .toList());
    }
}
