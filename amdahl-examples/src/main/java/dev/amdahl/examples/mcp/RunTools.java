package dev.amdahl.examples.mcp;

import dev.amdahl.spi.InvalidInputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The tools that run something on this machine: refused unless who starts the server allows it. Immutable. */
final class RunTools {
    private static final int MAX_COMMAND = 4000;
    private static final int MAX_WORDS = 200;
    private static final int MAX_CLASSES = 32;

    /** A ledger of nobody: what is measured for an answer is no result of the loop. */
    private static final String NO_LEDGER = "--ledger=jdbc:h2:mem:mcp";

    private final McpSettings settings;
    private final Tickets tickets;

    RunTools(McpSettings settings, Tickets tickets) {
        this.settings = settings;
        this.tickets = tickets;
    }

    List<Tool> all() {
        return List.of(ab(), judge(), init(), burnin(), roofline(), kernel());
    }

    private void requireRuns(String tool) {
        Tools.require(settings.isRunAllowed(), tool, "commands may not be run", "--allow-runs");
    }

    private Tool ab() {
        return new Tool(
                "ab",
                "Compare two shell commands by paired runs in the root folder; runs them many times. Refused unless the server"
                        + " was started with --allow-runs.",
                Map.of(
                        "baseline", Tool.text("run by sh -c"),
                        "variant", Tool.text("run by sh -c"),
                        "pairs", Tool.number("most pairs", 2, 200),
                        "output",
                                Tool.text(
                                        "a file that both must write identically, relative to the root; - is standard output"),
                        "fresh", Map.of("type", "boolean", "description", "run each arm in an empty folder"),
                        "time_limit", Tool.text("when a run counts as hung, such as 90s or 10m"),
                        "require", Tool.text("win or no-regression; if it does not hold, that is still an answer")),
                Set.of("baseline", "variant"),
                false,
                arguments -> {
                    requireRuns("ab");
                    List<String> command = new ArrayList<>(List.of(
                            "ab",
                            "--json",
                            "--progress",
                            "--baseline=" + arguments.required("baseline", MAX_COMMAND),
                            "--variant=" + arguments.required("variant", MAX_COMMAND),
                            "--pairs=" + arguments.number("pairs", 40, 2, 200)));
                    Tools.option(command, arguments, "output", 1000);
                    Tools.option(command, arguments, "time_limit", 20);
                    Tools.option(command, arguments, "require", 20);
                    if (arguments.flag("fresh")) {
                        command.add("--fresh");
                    }
                    return tickets.run("ab", command);
                });
    }

    private Tool judge() {
        return new Tool(
                "judge",
                "Judge a patch of a job as strictly as the loop judges its own: it is filtered, built in the sandbox, compared with"
                        + " the unchanged job by pairs of runs, and attacked by the panel. Gives a ticket, then decision,"
                        + " effect with its interval, every vote with its reason, and what could not be checked. Nothing is"
                        + " promoted. The same patch is not judged twice; one that was cut off goes on when it is given again.",
                Map.of(
                        "family", Tool.text("a job of the jobs file; may be left out if there is one only"),
                        "patch", Tool.text("a unified diff of the job's editable files, as git diff writes it"),
                        "title", Tool.text("one line: what is changed"),
                        "addresses",
                                Tool.texts(
                                        "classes whose time it claims to save, main one first; the claim is tested; default any"),
                        "expected",
                                Map.of(
                                        "type",
                                        "number",
                                        "minimum",
                                        0,
                                        "maximum",
                                        1,
                                        "description",
                                        "the share of that time that it claims to save; tested as well"),
                        "pairs", Tool.number("most pairs, if the job's owner allows as many", 12, 10_000)),
                Set.of("patch"),
                false,
                this::judge);
    }

    private Reply judge(Arguments arguments) {
        requireRuns("judge");
        Path jobs = settings.jobs()
                .orElseThrow(() -> new InvalidInputException(
                        "judge",
                        "no jobs file is known",
                        "the user who starts the server may name it with --jobs FILE"));
        String ledger = settings.ledger()
                .orElseThrow(() -> new InvalidInputException(
                        "judge", "the server was started without a ledger", "start it with --ledger FILE"));
        List<String> command = new ArrayList<>(List.of("judge", "--json", "--jobs=" + jobs, "--ledger=" + ledger));
        Tools.option(command, arguments, "family", 200);
        Tools.option(command, arguments, "title", 200);
        List<String> classes = arguments.texts("addresses", MAX_CLASSES);
        if (!classes.isEmpty()) {
            command.add("--addresses=" + String.join(",", classes));
        }
        arguments.value("expected").ifPresent(share -> command.add("--expected=" + arguments.share("expected", share)));
        if (arguments.value("pairs").isPresent()) {
            command.add("--pairs=" + arguments.number("pairs", 12, 12, 10_000));
        }
        command.add("-");
        return tickets.run("judge", command, arguments.required("patch", Tools.MAX_DIFF));
    }

    private Tool init() {
        return new Tool(
                "init",
                "Propose a jobs file for a command: what may be tried, how its work is counted, what must stay the same."
                        + " Nothing is written; the answer has it as 'text'.",
                Map.of(
                        "command", Tool.texts("word by word, as it is started in the root folder; or its batch script"),
                        "run",
                                Map.of(
                                        "type",
                                        "boolean",
                                        "description",
                                        "run it twice, to see its work and outputs; else its files are only read"),
                        "max_seconds", Tool.number("of each of the two runs", 1, 3600)),
                Set.of("command"),
                false,
                arguments -> {
                    requireRuns("init");
                    List<String> words = arguments.texts("command", MAX_WORDS);
                    if (words.isEmpty() || String.join(" ", words).length() > MAX_COMMAND) {
                        throw arguments.error(
                                "command", "is empty, or has over " + MAX_COMMAND + " characters", "give its words");
                    }
                    List<String> command = new ArrayList<>(List.of("init", "--json", "--show"));
                    if (!arguments.flag("run")) {
                        command.add("--dry");
                    }
                    command.add("--max-seconds=" + arguments.number("max_seconds", 120, 1, 3600));
                    command.add("--");
                    command.addAll(words);
                    return tickets.run("init", command);
                });
    }

    private Tool burnin() {
        return new Tool(
                "burnin",
                "Examine a device of this host under load: memory, copies, exact products, heat, errors. Loads it fully, so not"
                        + " beside running jobs.",
                Map.of(
                        "backend", Tool.text("auto, cpu or jcuda"),
                        "seconds", Tool.number("of the soak", 1, 600),
                        "all", Map.of("type", "boolean", "description", "all devices of this host, and their links")),
                Set.of(),
                false,
                arguments -> {
                    requireRuns("burnin");
                    List<String> command = new ArrayList<>(List.of(
                            "burnin", "--json", NO_LEDGER, "--seconds=" + arguments.number("seconds", 60, 1, 600)));
                    Tools.option(command, arguments, "backend", 20);
                    if (arguments.flag("all")) {
                        command.add("--all");
                    }
                    return tickets.run("burnin", command);
                });
    }

    private Tool roofline() {
        return new Tool(
                "roofline",
                "Measure the ceilings of memory and arithmetic on this device; of a kernel, given its operations, bytes and"
                        + " seconds, also say what limits it.",
                Map.of(
                        "backend", Tool.text("auto, cpu or jcuda"),
                        "flops", Tool.amount("operations of one run of a kernel"),
                        "bytes", Tool.amount("bytes that it has to read and write"),
                        "seconds", Tool.amount("what it takes"),
                        "type", Tool.text("its arithmetic, such as fp32"),
                        "share", Tool.amount("its share of the whole job's time, from 0 to 1")),
                Set.of(),
                false,
                arguments -> {
                    requireRuns("roofline");
                    List<String> command = new ArrayList<>(List.of("roofline", "--json"));
                    Tools.option(command, arguments, "backend", 20);
                    Tools.option(command, arguments, "type", 20);
                    for (String name : List.of("flops", "bytes", "seconds", "share")) {
                        arguments
                                .value(name)
                                .ifPresent(value -> command.add("--" + name + "=" + arguments.amount(name, value)));
                    }
                    return tickets.run("roofline", command);
                });
    }

    private Tool kernel() {
        return new Tool(
                "kernel",
                "Make a CUDA kernel of the known tasks faster, by templates that are verified and timed; or list the tasks.",
                Map.of(
                        "task", Tool.text("such as softmax, or level1; without one, the tasks are listed"),
                        "backend", Tool.text("auto, emulated or jcuda"),
                        "seconds", Tool.number("maximum seconds for a task", 1, 3600),
                        "attempts", Tool.number("maximum number of candidates for a task", 1, 1000),
                        "quick", Map.of("type", "boolean", "description", "fewer inputs and pairs")),
                Set.of(),
                false,
                arguments -> {
                    requireRuns("kernel");
                    List<String> command = new ArrayList<>(List.of(
                            "kernel",
                            "--json",
                            NO_LEDGER,
                            "--seconds=" + arguments.number("seconds", 60, 1, 3600),
                            "--attempts=" + arguments.number("attempts", 12, 1, 1000)));
                    Tools.option(command, arguments, "backend", 20);
                    if (arguments.flag("quick")) {
                        command.add("--quick");
                    }
                    command.add(arguments.value("task").isPresent() ? arguments.id("task") : "--list");
                    return tickets.run("kernel", command);
                });
    }
}
