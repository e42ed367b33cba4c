package dev.amdahl.gpu.kernel;

import dev.amdahl.gpu.Grid;
import dev.amdahl.gpu.kernel.device.Launch;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A source with the rules of its launches, which stand in comments of their own: {@code //@ launch ENTRY grid=(X, Y, Z) block=(X, Y,
 * Z) shared=BYTES}, where Y, Z and shared may be left out, and each is an expression of the task's dimensions.
 *
 * @param source the whole text
 * @param entries the kernels, each once
 */
record CandidateForm(String source, List<String> entries, List<Rule> rules, List<String> dimensions) {
    /** What a candidate must be, for proposers. */
    static final String DESCRIPTION = """
            The answer is CUDA C++ device code alone, with one or two lines such as
            //@ launch NAME grid=(ceil(n / 16), ceil(m / 16)) block=(16, 16) shared=0
            that say how extern "C" __global__ kernels are launched, one after the other; the numbers may be expressions of the
            sizes with + - * / ceil(a / b) min(a, b) max(a, b). Every kernel takes the pointers to the inputs (const float *), the
            pointer to the output (float *), then the sizes (int). The output holds garbage before. Shapes are of any size from 1.
            No host code, no library, no timer, nothing kept between launches.
            """;

    private static final int MAX_RULES = 2;
    private static final int SIDES = 3;
    /** What a block may have on compute capability 9.0 and 10.0; an older device refuses the launch, and says so. */
    private static final int MAX_SHARED = 227 << 10;

    private static final Pattern LINE = Pattern.compile("(?m)^[ \\t]*//@[ \\t]*(.*)$");
    private static final Pattern RULE = Pattern.compile(
            "launch\\s+([A-Za-z_]\\w{0,63})\\s+grid=\\(([^=]*)\\)\\s+block=\\(([^=]*)\\)(?:\\s+shared=([^=]*))?\\s*");

    /** The shape of one launch, as texts. */
    record Rule(int entry, List<String> grid, List<String> block, String shared) {}

    /** @throws IllegalArgumentException if there are no rules, or one is not understood */
    static CandidateForm parse(String source, List<String> dimensions) {
        List<String> entries = new ArrayList<>();
        List<Rule> rules = new ArrayList<>();
        Matcher line = LINE.matcher(source);
        while (line.find()) {
            Matcher rule = RULE.matcher(line.group(1).strip());
            if (!rule.matches()) {
                throw new IllegalArgumentException("not understood: '//@ "
                        + line.group(1).strip() + "'; write //@ launch NAME grid=(X, Y) block=(X, Y) shared=BYTES");
            }
            String entry = rule.group(1);
            if (!entries.contains(entry)) {
                entries.add(entry);
            }
            String shared = rule.group(4) == null ? "0" : rule.group(4);
            rules.add(new Rule(entries.indexOf(entry), sides(rule.group(2)), sides(rule.group(3)), shared));
        }
        if (rules.isEmpty() || rules.size() > MAX_RULES) {
            throw new IllegalArgumentException("one or two lines '//@ launch ...' are needed, were " + rules.size());
        }
        CandidateForm form = new CandidateForm(source, List.copyOf(entries), List.copyOf(rules), dimensions);
        form.launches(new Shape(dimensions.stream().map(name -> 1).toList()));
        return form;
    }

    /** At the commas that stand in no parentheses. */
    private static List<String> sides(String text) {
        List<String> sides = new ArrayList<>();
        int depth = 0;
        int from = 0;
        for (int i = 0; i < text.length(); i++) {
            depth += text.charAt(i) == '(' ? 1 : text.charAt(i) == ')' ? -1 : 0;
            if (text.charAt(i) == ',' && depth == 0) {
                sides.add(text.substring(from, i));
                from = i + 1;
            }
        }
        sides.add(text.substring(from));
        if (sides.size() > SIDES) {
            throw new IllegalArgumentException("'" + text + "' has more than " + SIDES + " sides");
        }
        while (sides.size() < SIDES) {
            sides.add("1");
        }
        return List.copyOf(sides);
    }

    /**
     * Returns the launches for a shape.
     *
     * @throws IllegalArgumentException if there is no such launch
     */
    List<Launch> launches(Shape shape) {
        List<Launch> launches = new ArrayList<>();
        for (Rule rule : rules) {
            int shared = value(rule.shared, shape);
            if (shared > MAX_SHARED) {
                throw new IllegalArgumentException(
                        shared + " bytes of shared memory are asked for, the most is " + MAX_SHARED);
            }
            launches.add(new Launch(
                    rule.entry,
                    new Grid(
                            value(rule.grid.get(0), shape),
                            value(rule.grid.get(1), shape),
                            value(rule.block.get(0), shape),
                            value(rule.block.get(1), shape),
                            shared,
                            value(rule.grid.get(2), shape),
                            value(rule.block.get(2), shape))));
        }
        return launches;
    }

    private int value(String text, Shape shape) {
        return SizeExpression.value(text, dimensions, shape);
    }
}
