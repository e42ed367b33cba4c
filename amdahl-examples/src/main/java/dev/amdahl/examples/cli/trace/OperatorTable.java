package dev.amdahl.examples.cli.trace;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.analysis.TraceAccount;
import dev.amdahl.core.analysis.TraceAccount.Operators.Operator;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Words;
import dev.amdahl.gpu.health.DeclaredPeaks;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.job.Timeline;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Device time by operator, beside what the maker of the device declares. Immutable. */
final class OperatorTable {
    private static final List<Bottleneck> LIMITS =
            List.of(Bottleneck.COMPUTE_BOUND, Bottleneck.MEMORY_BOUND, Bottleneck.KERNEL_INEFFICIENT);

    /** In the name of work that no operator launched, between the call that did and the kernel. */
    private static final String LAUNCHED = "->";

    private static final int MAX_NAME = 32;
    /** The end has the type. */
    private static final int TAIL = 10;

    private final String device;
    private final Map<String, Double> peaks;
    private final TraceAccount.Operators operators;
    private final int most;

    private OperatorTable(String device, Map<String, Double> peaks, TraceAccount.Operators operators, int most) {
        this.device = device;
        this.peaks = peaks;
        this.operators = operators;
        this.most = most;
    }

    /**
     * Returns the table; empty where no device work was launched by recorded calls.
     *
     * @param devices names of the devices; of several kinds no peak is taken
     * @param most operators to give
     */
    static Optional<OperatorTable> of(Timeline timeline, Set<String> devices, int most) {
        String device = devices.size() == 1 ? devices.iterator().next() : "";
        Map<String, Double> peaks =
                new TreeMap<>(DeclaredPeaks.of(device, Map.of()).perSecond());
        TraceAccount.Operators operators = TraceAccount.operators(timeline, peaks);
        return operators.launchedNanos() == 0
                ? Optional.empty()
                : Optional.of(new OperatorTable(device, peaks, operators, most));
    }

    /** Returns a row of text for each of the first operators. */
    List<List<String>> rows(int most) {
        List<String> labels = KernelLabel.of(names(most));
        Map<String, String> taken = new HashMap<>();
        List<List<String>> rows = new ArrayList<>();
        for (int i = 0; i < labels.size(); i++) {
            Operator operator = operators.operators().get(i);
            rows.add(row(
                    operator,
                    kernel(operator.name()).isPresent() ? apart(labels.get(i), taken) : cut(words(operator))));
        }
        return rows;
    }

    private static String words(Operator operator) {
        String name = operator.name().replaceFirst("^aten::", "");
        return operator.inputs().isEmpty() ? name : name + " " + operator.inputs();
    }

    /** Returns the name of a kernel, and where another has the same when it is cut, what comes from their first difference on. */
    private static String apart(String label, Map<String, String> taken) {
        String other = taken.putIfAbsent(cut(label), label);
        if (other == null) {
            return cut(label);
        }
        int at = 0;
        while (at < Math.min(label.length(), other.length()) && label.charAt(at) == other.charAt(at)) {
            at++;
        }
        int from = Math.max(TAIL, at - 4);
        return from >= label.length()
                ? cut(label)
                : label.substring(0, TAIL)
                        + "…"
                        + label.substring(from, Math.min(label.length(), from + MAX_NAME - TAIL - 1));
    }

    /** Returns the names of the first operators as the trace has them, those of kernels where no operator launched them. */
    List<String> names(int most) {
        return operators.operators().stream()
                .limit(most)
                .map(operator -> kernel(operator.name()).orElse(operator.name()))
                .toList();
    }

    private static Optional<String> kernel(String name) {
        int at = name.indexOf(LAUNCHED);
        return at < 0 ? Optional.empty() : Optional.of(name.substring(at + LAUNCHED.length()));
    }

    private static List<String> row(Operator operator, String name) {
        Double share = operator.shareOfPeak();
        return List.of(
                name,
                Long.toString(operator.calls()),
                Words.number("%.3f", operator.nanos() / 1e6),
                rate(operator.teraflops()),
                rate(operator.terabytes()),
                share == null ? Words.NONE : Words.percent(share),
                operator.bound().map(bound -> limit(bound).replace("the ", "")).orElse(Words.NONE));
    }

    private static String rate(@Nullable Double rate) {
        return rate == null ? Words.NONE : Words.number("%.3g", rate);
    }

    private static String limit(Bottleneck bound) {
        return switch (bound) {
            case COMPUTE_BOUND -> "compute";
            case MEMORY_BOUND -> "memory";
            default -> "the kernel";
        };
    }

    private static String cut(String text) {
        return text.length() <= MAX_NAME
                ? text
                : text.substring(0, MAX_NAME - TAIL - 1) + "…" + text.substring(text.length() - TAIL);
    }

    /** Returns what could be gained, or what is missing to tell it. */
    String note() {
        OptionalDouble ceiling = operators.ceiling();
        if (ceiling.isPresent()) {
            return "device work could be at most " + Words.number("%.2fx", ceiling.getAsDouble())
                    + " as fast: with all operators whose peak is known ("
                    + Words.percent((double) operators.boundedNanos() / operators.nanos())
                    + " of its time) at what is declared of " + device
                    + LIMITS.stream()
                            .filter(limit -> operators.share(limit) >= .001)
                            .map(limit ->
                                    "; " + Words.percent(operators.share(limit)) + " is limited by " + limit(limit))
                            .collect(Collectors.joining());
        }
        boolean isCounted = operators.operators().stream().anyMatch(one -> one.flops() != null || one.bytes() != null);
        if (!isCounted) {
            return "the trace has no operator shapes, so how close to its peaks the device ran is not known; PyTorch records them with record_shapes=True";
        }
        return peaks.isEmpty()
                ? "the declared peaks of " + (device.isEmpty() ? "the device" : "'" + device + "'")
                        + " are not known, so no share of them is shown"
                : "no peak is declared for any of these operators on " + device;
    }

    ObjectNode json() {
        ObjectNode all = Json.object().put("device", device.isEmpty() ? null : device);
        ObjectNode declared = Json.object();
        peaks.forEach((name, value) -> declared.set(name, Json.number(value)));
        all.set("peaks_per_second", declared);
        all.put("ns", operators.nanos()).put("bounded_ns", operators.boundedNanos());
        OptionalDouble ceiling = operators.ceiling();
        all.put("ceiling", ceiling.isPresent() ? ceiling.getAsDouble() : null);
        ObjectNode limits = Json.object();
        LIMITS.forEach(limit -> limits.put(limit.name(), operators.share(limit)));
        all.set("limits", limits);
        ArrayNode rows = JsonNodeFactory.instance.arrayNode();
        operators.operators().stream().limit(most).forEach(operator -> rows.add(json(operator)));
        all.set("rows", rows);
        return all.put("rows_left_out", operators.operators().size() - rows.size());
    }

    private static ObjectNode json(Operator operator) {
        return Json.object()
                .put("name", operator.name())
                .put("inputs", operator.inputs())
                .put("calls", operator.calls())
                .put("ns", operator.nanos())
                .put("flops", operator.flops())
                .put("bytes", operator.bytes())
                .put("tflops_per_second", operator.teraflops())
                .put("tb_per_second", operator.terabytes())
                .put("flops_per_byte", operator.intensity())
                .put("compute_share", operator.computeShare())
                .put("memory_share", operator.memoryShare())
                .put("limit", operator.bound().map(Enum::name).orElse(null));
    }
}
