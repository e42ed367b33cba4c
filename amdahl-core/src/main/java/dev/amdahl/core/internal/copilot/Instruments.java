package dev.amdahl.core.internal.copilot;

import dev.amdahl.core.internal.advice.Metric;
import dev.amdahl.core.internal.advice.MetricsTable;
import dev.amdahl.spi.hypothesis.Bottleneck;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How each thing is measured: the command of each producer of figures. Immutable. */
final class Instruments {
    private static final String TRACE = "record a torch.profiler trace, then: amdahl ask TEXT --trace trace.json.gz";
    private static final Map<String, String> COMMANDS = new LinkedHashMap<>();

    static {
        COMMANDS.put("timeline", TRACE);
        COMMANDS.put("kineto", TRACE);
        COMMANDS.put("ncu", "ncu --set full --csv COMMAND > kernels.csv, then: amdahl trace kernels.csv");
        COMMANDS.put(
                "nsys",
                "nsys profile -o run COMMAND && nsys export --type sqlite run.nsys-rep, then: amdahl trace run.sqlite");
        COMMANDS.put("nsys-stats", "nsys stats --format csv run.nsys-rep > sums.csv, then: amdahl trace sums.csv");
        COMMANDS.put("dcgm", "dcgmi dmon -e 203,1002,1004,1005 > dcgm.txt beside the job, then: amdahl trace dcgm.txt");
        COMMANDS.put(
                "nvidia-smi",
                "nvidia-smi --query-gpu=timestamp,utilization.gpu,clocks.sm,clocks_throttle_reasons.active"
                        + " --format=csv -l 1 > smi.csv beside the job, then: amdahl trace smi.csv");
        COMMANDS.put("jfr", "java -XX:StartFlightRecording=filename=run.jfr ..., then: amdahl trace run.jfr");
        COMMANDS.put("stacks", "py-spy record -f raw -o stacks.folded -- COMMAND, then: amdahl trace stacks.folded");
        COMMANDS.put("job-log", "print one line with its time for each step, then: amdahl trace job.log");
        COMMANDS.put("monitor", "keep the monitor's lines beside the job, then: amdahl trace monitor.jsonl");
    }

    private static final String LOOP = "amdahl loop --jobs jobs.yaml --ledger LEDGER";

    /** Few jobs are of Java: any other instrument comes first. */
    private static final String JVM = "jfr";

    private final MetricsTable metrics;

    Instruments(MetricsTable metrics) {
        this.metrics = metrics;
    }

    /** Returns the way to where the seconds of a job go. */
    static String account() {
        return LOOP + " (two evidence runs), or " + TRACE;
    }

    /** Returns the way to what tells a kernel cause from productive work. */
    static Optional<String> counters(Bottleneck bottleneck) {
        return switch (bottleneck) {
            case KERNEL_INEFFICIENT, MEMORY_BOUND, COMPUTE_BOUND, UNDER_BATCHED ->
                Optional.ofNullable(COMMANDS.get("ncu"));
            case THROTTLED -> Optional.ofNullable(COMMANDS.get("nvidia-smi"));
            case FAILURE_REWORK -> Optional.ofNullable(COMMANDS.get("job-log"));
            default -> Optional.empty();
        };
    }

    /** Returns the way to a metric; empty where nothing of this library measures it. */
    Optional<String> of(String metric) {
        List<String> producers = metrics.metric(metric).map(Metric::producers).orElse(List.of());
        return producers.stream()
                .sorted(Comparator.comparing(JVM::equals))
                .map(producer -> COMMANDS.getOrDefault(producer, LOOP))
                .findFirst();
    }

    /** Returns what a metric counts. */
    String meaning(String metric) {
        return metrics.metric(metric).map(Metric::definition).orElse(metric);
    }
}
