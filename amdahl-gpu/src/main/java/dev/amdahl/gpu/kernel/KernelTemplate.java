package dev.amdahl.gpu.kernel;

import dev.amdahl.gpu.KernelSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A kernel with parameters: its first line says what it tries and which values they take, {@code // idea: T = 8 16, R = 2 4}.
 *
 * @param name of the template
 * @param idea why it should be faster
 * @param text with {@code @T@} where the value of T belongs
 * @param parameters values of each, the first guess first
 */
public record KernelTemplate(String name, String idea, String text, Map<String, List<Integer>> parameters) {
    private static final Pattern HEAD = Pattern.compile("// (.*): (.*)\\R");
    private static final Pattern PARAMETER = Pattern.compile("([A-Z]) = ([0-9 ]+)(?:, )?");
    private static final Pattern SPACES = Pattern.compile(" +");
    private static final Map<String, List<String>> NAMES = Map.of(
            "sgemm", List.of("tiled", "registers"),
            "softmax", List.of("online", "warp"),
            "layernorm", List.of("reciprocal", "warp"),
            "rowsum", List.of("unrolled", "warp"),
            "transpose", List.of("tiled", "coarse"),
            "attention", List.of("online"));

    /** Returns the templates of a task: of KernelBench's the baseline in other blocks, none for a task of somebody else. */
    public static List<KernelTemplate> of(KernelTask task) {
        if (task.level() > 0) {
            String idea = "the baseline in blocks of another size";
            return List.of(
                    new KernelTemplate("blocks", idea, KernelBench.template(task), Map.of("B", List.of(256, 64, 512))));
        }
        return NAMES.getOrDefault(task.name(), List.of()).stream()
                .map(name -> parse(
                        name,
                        KernelSource.ofResource(KernelTemplate.class, task.name() + "-" + name + ".cu", name)
                                .text()))
                .toList();
    }

    static KernelTemplate parse(String name, String text) {
        Matcher head = HEAD.matcher(text);
        if (!head.lookingAt()) {
            throw new IllegalArgumentException("template " + name + " does not begin with '// idea: A = 1 2'");
        }
        Map<String, List<Integer>> parameters = new LinkedHashMap<>();
        Matcher parameter = PARAMETER.matcher(head.group(2));
        while (parameter.find()) {
            List<Integer> values = new ArrayList<>();
            for (String value : SPACES.splitAsStream(parameter.group(2).strip()).toList()) {
                values.add(Integer.valueOf(value));
            }
            parameters.put(parameter.group(1), List.copyOf(values));
        }
        return new KernelTemplate(name, head.group(1), text.substring(head.end()), parameters);
    }

    /** Returns all settings of the parameters, the first guess first. */
    List<Map<String, Integer>> settings() {
        List<Map<String, Integer>> all = new ArrayList<>(List.of(Map.of()));
        for (Map.Entry<String, List<Integer>> parameter : parameters.entrySet()) {
            List<Map<String, Integer>> next = new ArrayList<>();
            for (int value : parameter.getValue()) {
                for (Map<String, Integer> setting : all) {
                    Map<String, Integer> more = new LinkedHashMap<>(setting);
                    more.put(parameter.getKey(), value);
                    next.add(more);
                }
            }
            all = next;
        }
        return all;
    }

    /** Returns the source with these values. */
    String source(Map<String, Integer> setting) {
        String source = text;
        for (Map.Entry<String, Integer> value : setting.entrySet()) {
            source = source.replace("@" + value.getKey() + "@", value.getValue().toString());
        }
        return source;
    }
}
