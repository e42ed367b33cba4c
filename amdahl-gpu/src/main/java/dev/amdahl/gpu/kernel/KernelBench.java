package dev.amdahl.gpu.kernel;

import static java.util.Objects.requireNonNull;

import dev.amdahl.gpu.KernelSource;
import dev.amdahl.gpu.roofline.Work;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The tasks of KernelBench's levels 1 and 2 that 32-bit floats hold, by their names there: out of a table, with references and plain baselines
 * put together of parts. Immutable and thread-safe.
 */
public final class KernelBench {
    /** How many elements and operations a shape has at most: emulated, and on a device, where a reference takes some seconds. */
    private static final long EMULATED = 1 << 13;

    private static final double EMULATED_FLOPS = 1 << 20;
    private static final long MOST = 1 << 28;
    private static final double MAX_FLOPS = 1L << 37;

    private static final double NEAR = 2e-5;
    private static final double LONG = 1e-4;
    private static final Pattern SECTION = Pattern.compile("=== (\\w+) ===\\n([^=].*?)(?==== |\\z)", Pattern.DOTALL);
    private static final Pattern LINE = Pattern.compile("(?m)^([12]) \\| (\\w+) \\| ([^|]+) \\| (.+)$");
    private static final Pattern NUMBER = Pattern.compile("\\D.*");
    private static final Pattern SIZE = Pattern.compile("(\\w+)=(\\d+)");
    private static final List<Integer> SHOWN = List.of(4, 6, 8, 5, 7);
    private static final List<Integer> PRIMES = List.of(3, 5, 2, 7, 3);
    private static final List<Integer> LARGER = List.of(13, 19, 7, 5, 6);
    private static final Map<String, String> SECTIONS = sections();
    private static final Map<String, Entry> ENTRIES = entries();

    private KernelBench() {}

    /**
     * One task.
     *
     * @param task timed at a shape for the emulator
     * @param full its sizes in KernelBench
     * @param template the baseline with {@code @B@} where the threads of a block are said
     */
    private record Entry(KernelTask task, Shape full, String template) {}

    /** Returns the tasks. */
    public static List<KernelTask> tasks() {
        return ENTRIES.values().stream().map(Entry::task).toList();
    }

    /** Returns the sizes that a task of this class has in KernelBench. */
    public static Shape full(KernelTask task) {
        return entry(task).full;
    }

    /** Returns the same task at its size there; what the judge's memory or time would not hold is halved where it is largest. */
    static KernelTask onAccelerator(KernelTask task) {
        return task.timedAt(cut(task, full(task), MOST, MAX_FLOPS));
    }

    static String template(KernelTask task) {
        return entry(task).template;
    }

    private static Entry entry(KernelTask task) {
        return requireNonNull(ENTRIES.get(task.name()), task.name());
    }

    private static String resource(String name) {
        return KernelSource.ofResource(KernelBench.class, name, name).text();
    }

    private static Map<String, String> sections() {
        return SECTION.matcher(resource("kernelbench.cu"))
                .results()
                .collect(Collectors.toUnmodifiableMap(found -> found.group(1), found -> found.group(2)));
    }

    private static Map<String, Entry> entries() {
        Map<String, Entry> entries = new LinkedHashMap<>();
        Matcher line = LINE.matcher(resource("kernelbench.txt"));
        while (line.find()) {
            Map<String, Integer> sizes = new LinkedHashMap<>();
            SIZE.matcher(line.group(4))
                    .results()
                    .forEach(size -> sizes.put(size.group(1), Integer.valueOf(size.group(2))));
            Entry entry = entry(Integer.parseInt(line.group(1)), line.group(2), line.group(3), sizes);
            if (entries.put(entry.task.name(), entry) != null) {
                throw new IllegalStateException("two tasks are named " + entry.task);
            }
        }
        return entries;
    }

    private static Entry entry(int level, String name, String text, Map<String, Integer> sizes) {
        List<String> dimensions = List.copyOf(sizes.keySet());
        BenchOperation operation = BenchOperation.parse(text, dimensions);
        String template = template(operation)
                .replace("@E@", "level" + level + "_" + NUMBER.matcher(name).replaceAll(""));
        int count = sizes.size();
        boolean isPlain =
                operation.before().steps().isEmpty() || operation.name().equals("map");
        List<Shape> fixed = List.of(
                new Shape(dimensions.stream().map(each -> 1).toList()),
                new Shape(PRIMES.subList(0, count)),
                new Shape(LARGER.subList(0, count)));
        Shape full = new Shape(List.copyOf(sizes.values()));
        List<KernelTask.Input> inputs = operation.inputs();
        KernelTask task = new KernelTask(
                name,
                statement(level, name, text, operation, template),
                dimensions,
                inputs,
                operation::output,
                operation::reference,
                operation.name().equals("map") ? NEAR : LONG,
                isPlain ? 1000 : 2,
                shape -> new Work(
                        operation.flops(shape),
                        Float.BYTES
                                * ((double) operation.output(shape)
                                        + inputs.stream()
                                                .mapToLong(each -> each.length().applyAsInt(shape))
                                                .sum())),
                new Shape(SHOWN.subList(0, count)),
                fixed,
                new Shape(dimensions.stream()
                        .map(each -> 48 / (count * count) + 12)
                        .toList()),
                full,
                level,
                template.replace("@B@", "128"));
        return new Entry(task.timedAt(cut(task, full, EMULATED, EMULATED_FLOPS)), full, template);
    }

    private static Shape cut(KernelTask task, Shape full, long elements, double flops) {
        Shape shape = full;
        while (task.elements(shape) > elements || cost(task, shape) > flops) {
            shape = shape.halved();
        }
        return shape;
    }

    /** Operations of its reference: that of a window takes longer for each. */
    private static double cost(KernelTask task, Shape shape) {
        return task.work().apply(shape).flops() * (task.dimensions().contains("f") ? 8 : 1);
    }

    private static String statement(int level, String name, String text, BenchOperation operation, String template) {
        return "Task " + name + " of KernelBench, level " + level + ": " + text
                + ", in 32-bit floats, row-major. With names of "
                + operation.dimensions() + ", this is what is computed, slowly:\n"
                + template.replace("@B@", "128");
    }

    private static String template(BenchOperation operation) {
        String kind = operation.name();
        boolean isMatrix = kind.equals("matmul");
        boolean isReduced = operation.row().filter(RowStep::isToOne).isPresent();
        String word = operation.row().orElse("");
        String text = section(isMatrix && isReduced ? "reduced" : word.equals("rms") ? word : kind);
        if (isMatrix && !word.isEmpty() && !isReduced) {
            text += section("afterwards");
        }
        if (text.contains("@BODY@")) {
            text = text.replace("@BODY@", section(word));
        }
        text = text.replaceFirst("@TOGETHER@", Matcher.quoteReplacement(section("together")));
        boolean isPool = kind.equals("pool");
        String joined = isReduced ? word : isPool ? operation.kind().get(1) : "";
        if (!joined.isEmpty()) {
            text = text.replace("@COMBINED@", RowStep.cuda(joined))
                    .replace("@DIVIDED@", joined.equals("mean") ? " / " + divisor(operation) : "");
        }
        if (isPool || kind.equals("conv") || kind.equals("depthwise")) {
            text = operation.window(1).in(operation.window(0).in(text, "H"), "W");
            text = text.replace("@HEIGHT@", operation.window(0).cuda("h"))
                    .replace("@WIDTH@", operation.window(1).cuda("w"));
        }
        String form = operation.kind().size() > 1 ? operation.kind().get(1) : "";
        String indent = isMatrix && isReduced ? " ".repeat(8) : " ".repeat(4);
        return text.replace("@STEPS@", operation.before().cuda(indent))
                .replace("@AFTER@", operation.after().cuda(" ".repeat(4)))
                .replace("@VECTORS@", vectors(operation))
                .replace("@LEFT@", form.startsWith("t") ? "l * m + i" : "i * k + l")
                .replace("@RIGHT@", form.endsWith("t") ? "j * k + l" : "l * n + j")
                .replace("@FIRST@", form.equals("upper") ? "i" : "j")
                .replace("@LAST@", form.equals("upper") ? "j" : "i")
                .replace("@TARGET@", form.equals("hinge") ? "at % columns" : "at")
                .replace("@LOSS@", loss(form));
    }

    private static String section(String name) {
        return requireNonNull(SECTIONS.get(name), name);
    }

    private static String divisor(BenchOperation operation) {
        return switch (operation.name()) {
            case "middle" -> "r";
            case "matmul" -> "n";
            default ->
                String.valueOf(
                        operation.window(0).kernel() * operation.window(1).kernel());
        };
    }

    private static String vectors(BenchOperation operation) {
        List<String> parameters = new ArrayList<>();
        operation.before().vectors().forEach(name -> parameters.add("const float *" + name + ", "));
        return String.join("", parameters);
    }

    private static String loss(String form) {
        return switch (form) {
            case "mse" -> "(x - t) * (x - t)";
            case "huber" -> "fabsf(x - t) < 1.0f ? 0.5f * (x - t) * (x - t) : fabsf(x - t) - 0.5f";
            default -> "1.0f - x * t < 0.0f ? 0.0f : 1.0f - x * t";
        };
    }
}
