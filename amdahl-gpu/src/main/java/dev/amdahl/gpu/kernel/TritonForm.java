package dev.amdahl.gpu.kernel;

import dev.amdahl.gpu.KernelSource;
import dev.amdahl.gpu.kernel.device.TritonCompiler;
import dev.amdahl.spi.refine.Hack;
import dev.amdahl.spi.refine.Stage;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A source in Triton with the rule of its one launch, a comment of its own: {@code #@ launch NAME grid=(X, Y, Z) warps=4 stages=3 CONSTANT=128},
 * where sides of the grid are expressions of the task's dimensions.
 *
 * @param grid its sides, as text
 * @param constants of the compilation, the arguments behind the sizes
 */
record TritonForm(String source, String entry, String grid, int warps, int stages, Map<String, Integer> constants) {
    /** What a candidate in Triton must be, for proposers. */
    static final String DESCRIPTION = """
            Or it is one kernel in Triton under @triton.jit, with its imports and one line such as
            #@ launch NAME grid=(ceil(n / 128), m) warps=4 stages=3 BLOCK=128
            NAME takes the same arguments, then the constants of that line as tl.constexpr.
            """;

    private static final Pattern LINE = Pattern.compile("(?m)^#@[ \\t]*(.*)$");
    private static final Pattern RULE = Pattern.compile(
            "launch\\s+([A-Za-z_]\\w{0,63})\\s+grid=\\(([^=]*)\\)((?:\\s+[A-Za-z_]\\w{0,63}=\\d{1,6})*)\\s*");
    private static final Pattern UNJUDGED = Pattern.compile(
            "(?m)createpolicy|cache_hint|applypriority|%clock|%globaltimer|\\.extern\\s+\\.func|^\\s*(?:\\.visible\\s+)?\\.(?:global|const)\\b");

    private static final int WARPS = 4;
    private static final int STAGES = 3;
    private static final int MAX_WARPS = 32;

    static boolean isOne(String source) {
        return LINE.matcher(source).find();
    }

    /** @throws IllegalArgumentException if its line is not understood */
    static TritonForm parse(String source) {
        List<String> lines = LINE.matcher(source)
                .results()
                .map(found -> found.group(1).strip())
                .toList();
        Matcher rule = RULE.matcher(lines.get(0));
        if (lines.size() != 1 || !rule.matches()) {
            throw new IllegalArgumentException("not understood: '#@ " + lines.get(0)
                    + "'; write one line #@ launch NAME grid=(X, Y) warps=4 CONSTANT=128");
        }
        Map<String, Integer> constants = Arrays.stream(rule.group(3).strip().split("\\s+"))
                .filter(word -> !word.isEmpty())
                .collect(Collectors.toMap(
                        word -> word.substring(0, word.indexOf('=')),
                        word -> Integer.valueOf(word.substring(word.indexOf('=') + 1)),
                        (one, other) -> other,
                        TreeMap::new));
        int warps = taken(constants, "warps", WARPS);
        int stages = taken(constants, "stages", STAGES);
        if (Integer.bitCount(warps) != 1 || warps > MAX_WARPS) {
            throw new IllegalArgumentException("warps must be a power of two up to " + MAX_WARPS + ", were " + warps);
        }
        return new TritonForm(source, rule.group(1), rule.group(2), warps, stages, constants);
    }

    private static int taken(Map<String, Integer> constants, String name, int usual) {
        Integer given = constants.remove(name);
        return given == null ? usual : given;
    }

    TritonCompiler.Request request(KernelTask task) {
        List<String> types = Stream.of(
                        task.inputs().stream().map(input -> "*" + input.type().triton()),
                        Stream.of("*" + InputType.FLOAT32.triton()),
                        task.dimensions().stream().map(size -> "i32"))
                .flatMap(part -> part)
                .toList();
        return new TritonCompiler.Request(source, entry, types, constants, warps, stages);
    }

    /**
     * Returns the form of what was compiled, launched as this says.
     *
     * @throws IllegalArgumentException if there is no such launch
     * @throws CandidateRejectedException for what cannot be judged in it
     */
    CandidateForm of(TritonCompiler.Compiled compiled, KernelTask task) throws CandidateRejectedException {
        String text = compiled.text();
        if (text.contains("evict_last")) {
            throw new CandidateRejectedException(
                    Milestone.suspect(Stage.FORMED, Hack.FORBIDDEN_CODE, "'evict_last' in what Triton made"));
        }
        Matcher unjudged = UNJUDGED.matcher(text);
        if (unjudged.find()) {
            throw new CandidateRejectedException(Milestone.NO_FORM.stopped("'"
                    + unjudged.group().strip()
                    + "' in what Triton made: write it without cache policies, prints, asserts and clocks"));
        }
        String launch = "//@ launch " + entry + " grid=(" + grid + ") block=(" + compiled.threads() + ") shared="
                + compiled.shared() + "\n";
        return CandidateForm.parse(
                KernelSource.ASSEMBLY + launch + text.substring(KernelSource.ASSEMBLY.length()), task.dimensions());
    }
}
