package dev.amdahl.llm.advice;

import dev.amdahl.spi.hypothesis.Workbench;
import dev.amdahl.spi.hypothesis.Workbench.Answer;
import dev.amdahl.spi.hypothesis.Workbench.Run;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The tools of an agent, and what they do on a workbench. Not thread-safe. */
final class BenchTools {
    static final String PROPOSE = "propose";
    static final String GIVE_UP = "give_up";
    private static final int LINES = 200;
    private static final Map<String, Set<String>> ARGUMENTS = specifications().stream()
            .collect(Collectors.toUnmodifiableMap(
                    ToolSpecification::name,
                    tool -> Set.copyOf(tool.parameters().properties().keySet())));

    private final Workbench bench;
    private final Sections briefing;

    BenchTools(Workbench bench, Sections briefing) {
        this.bench = bench;
        this.briefing = briefing;
    }

    /** What a model is told of them; the classes are those that a proposal may address. */
    static List<ToolSpecification> specifications() {
        return List.of(
                tool(
                        "view",
                        "Shows a part of the briefing whole, of which the beginning may have left something out: where the seconds of"
                                + " a run went; its profile, which is the measured figures and the hot lines; what was tried and"
                                + " caught before; ideas.",
                        object().addEnumProperty("part", Sections.parts()),
                        "part"),
                tool(
                        "list",
                        "Lists a folder of the source.",
                        object().addStringProperty("folder", "relative to the root; empty for the root"),
                        "folder"),
                tool(
                        "read",
                        "Reads lines of a file, with their numbers, at most 400 a call.",
                        object().addStringProperty("file")
                                .addIntegerProperty("first", "number of the first line, from 1")
                                .addIntegerProperty("lines", "how many, " + LINES + " if left out"),
                        "file"),
                tool(
                        "search",
                        "Finds lines of all files by a regular expression of Java.",
                        object().addStringProperty("pattern")
                                .addStringProperty("glob", "only these files, such as src/**; all if left out"),
                        "pattern"),
                tool(
                        "replace",
                        "Replaces a text in an editable file by another. The old text must occur there exactly once, without line"
                                + " numbers; an empty old text makes a new file.",
                        object().addStringProperty("file")
                                .addStringProperty("old")
                                .addStringProperty("new"),
                        "file",
                        "old",
                        "new"),
                tool(
                        "apply",
                        "Applies a unified git diff with a/ and b/ paths to editable files, whole or not at all.",
                        object().addStringProperty("diff"),
                        "diff"),
                tool("revert", "Takes all your changes back.", object()),
                tool("diff", "Shows your changes as a unified diff.", object()),
                tool("build", "Builds the source with your changes.", object()),
                tool("test", "Builds it and runs the tests of the job.", object()),
                tool("smoke", "Builds it and runs the job once, shortly.", object()),
                tool(
                        PROPOSE,
                        "Ends the work with your changes as a proposal; they must build, and pass the tests.",
                        object().addEnumProperty(
                                        "bottleneck",
                                        Choices.classes().stream()
                                                .map(Enum::name)
                                                .toList(),
                                        "the class whose seconds the change removes")
                                .addNumberProperty(
                                        "expected_fraction",
                                        "the share of the seconds of that class that would go away, 0 to 1")
                                .addStringProperty("mechanism", "which seconds go away and why")
                                .addStringProperty("how_it_could_be_wrong", "what would make it useless or harmful")
                                .addProperty(
                                        "evidence",
                                        JsonArraySchema.builder()
                                                .items(new JsonStringSchema())
                                                .description("ids of evidence that it rests on, at least one")
                                                .build()),
                        "bottleneck",
                        "expected_fraction",
                        "mechanism",
                        "how_it_could_be_wrong",
                        "evidence"),
                tool(
                        GIVE_UP,
                        "Ends the work without a proposal.",
                        object().addStringProperty("reason", "why nothing is worth a try"),
                        "reason"));
    }

    private static JsonObjectSchema.Builder object() {
        return JsonObjectSchema.builder();
    }

    private static ToolSpecification tool(
            String name, String does, JsonObjectSchema.Builder arguments, String... required) {
        return ToolSpecification.builder()
                .name(name)
                .description(does)
                .parameters(arguments
                        .required(Arrays.asList(required))
                        .additionalProperties(false)
                        .build())
                .build();
    }

    /** Returns whether a tool may do something else when it is called again: edits, or what ends the work. */
    static boolean isEdit(String tool) {
        return Set.of("replace", "apply", "revert").contains(tool);
    }

    /**
     * Returns what a tool says, but for those that end the work.
     *
     * @throws Fault if there is no such tool, or it is called wrongly
     */
    String run(ToolCall call) throws Fault {
        Fault.unless(
                ARGUMENTS.containsKey(call.tool()),
                "there is no tool '" + AnswerReader.shown(call.tool(), AnswerReader.MAX_NAME) + "'");
        call.requireOnly(ARGUMENTS.getOrDefault(call.tool(), Set.of()));
        return switch (call.tool()) {
            case "view" -> viewed(call.text("part"));
            case "list" -> said(bench.list(call.text("folder", "")));
            case "read" -> said(bench.read(call.text("file"), call.number("first", 1), call.number("lines", LINES)));
            case "search" -> said(bench.search(call.text("pattern"), call.text("glob", "")));
            case "replace" -> said(bench.replace(call.text("file"), call.text("old"), call.text("new")));
            case "apply" -> said(bench.apply(call.text("diff")));
            case "revert" -> reverted();
            case "diff" -> shown(bench.diff());
            case "build" -> said(bench.build());
            case "test" -> said(bench.test());
            case "smoke" -> said(bench.smoke());
            default -> throw new Fault("'" + call.tool() + "' ends the work");
        };
    }

    private String viewed(String part) throws Fault {
        Fault.unless(Sections.parts().contains(part), "its argument 'part' is not one of " + Sections.parts());
        return briefing.part(part);
    }

    private String reverted() {
        bench.revert();
        return "done: nothing is changed";
    }

    private static String shown(Answer diff) {
        return diff.isDone() && diff.text().isEmpty() ? "nothing is changed" : said(diff);
    }

    private static String said(Answer answer) {
        return answer.refusal()
                .map(refusal -> "refused (" + refusal + "): " + answer.text())
                .orElseGet(answer::text);
    }

    static String said(Run run) {
        return String.format(
                Locale.ROOT,
                "%s, exit code %d, %.2f s; the end of what it printed:\n%s",
                run.end(),
                run.exitCode(),
                run.seconds(),
                run.output());
    }
}
