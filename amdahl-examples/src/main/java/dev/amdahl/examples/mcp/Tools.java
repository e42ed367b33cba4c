package dev.amdahl.examples.mcp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.examples.jobs.JobsFile;
import dev.amdahl.examples.jobs.ProposalFolder;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.InvalidInputException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The tools. Thread-safe. */
final class Tools {
    static final int MAX_DIFF = 1 << 18;
    private static final int MAX_QUESTION = 2000;
    private static final int MAX_LOGS = 64;

    private final McpSettings settings;
    private final Root root;
    private final Tickets tickets;

    Tools(McpSettings settings, Root root, Tickets tickets) {
        this.settings = settings;
        this.root = root;
        this.tickets = tickets;
    }

    List<Tool> all() {
        List<Tool> all = new ArrayList<>(List.of(
                scan(), goodput(), trace(), ask(), watch(), triage(), search(), verdict(), reviews(), jobs(), propose(),
                status(), cancel()));
        all.addAll(new RunTools(settings, tickets).all());
        return all;
    }

    private Tool scan() {
        return new Tool(
                "scan",
                "Rank the recurring jobs of a fleet file (CSV, JSON lines, SQLite) by the accelerator-hours that they waste.",
                Map.of(
                        "fleet", Tool.text("the file, relative to the root"),
                        "top", Tool.number("how many families", 1, 200)),
                Set.of("fleet"),
                true,
                arguments -> tickets.run(
                        "scan",
                        List.of(
                                "scan",
                                "--json",
                                "--fleet=" + root.file(arguments, "fleet"),
                                "--top=" + arguments.number("top", 20, 1, 200))));
    }

    private Tool goodput() {
        return new Tool(
                "goodput",
                "Account for the accelerator-hours of a fleet file: productive, lost, overhead, restarts, idle, unknown.",
                Map.of(
                        "fleet", Tool.text("the file, relative to the root"),
                        "log", Tool.text("what jobs logged, as JSON lines, relative to the root"),
                        "top", Tool.number("how many families and jobs", 1, 200)),
                Set.of("fleet"),
                true,
                arguments -> {
                    List<String> command = new ArrayList<>(List.of(
                            "goodput",
                            "--json",
                            "--fleet=" + root.file(arguments, "fleet"),
                            "--top=" + arguments.number("top", 20, 1, 200)));
                    if (arguments.value("log").isPresent()) {
                        command.add("--log=" + root.file(arguments, "log"));
                    }
                    settings.ledger().ifPresent(url -> command.add("--ledger=" + url));
                    return tickets.run("goodput", command);
                });
    }

    private Tool watch() {
        return new Tool(
                "watch",
                "Find what went wrong with a job by samples of its devices and by its logs: stalls, throttling, leaks, errors.",
                Map.of(
                        "files", Tool.texts("samples and logs of one job, relative to the root"),
                        "family", Tool.text("what the job is called in the ledger"),
                        "host", Tool.text("of samples that name none")),
                Set.of("files"),
                true,
                arguments -> {
                    List<String> command = new ArrayList<>(List.of("watch", "--json"));
                    option(command, arguments, "family", 200);
                    option(command, arguments, "host", 200);
                    files(command, arguments);
                    return tickets.run("watch", command);
                });
    }

    private void files(List<String> command, Arguments arguments) {
        arguments
                .texts("files", MAX_LOGS)
                .forEach(file -> command.add(root.file(arguments, "files", file).toString()));
    }

    private Tool trace() {
        return new Tool(
                "trace",
                "Say where the accelerator-seconds of a profiler's file went, with the ceiling of each class of loss.",
                Map.of(
                        "file", Tool.text("the file, relative to the root"),
                        "top", Tool.number("how many kernels", 1, 200)),
                Set.of("file"),
                true,
                arguments -> tickets.run(
                        "trace",
                        List.of(
                                "trace",
                                "--json",
                                "--top=" + arguments.number("top", 20, 1, 200),
                                root.file(arguments, "file").toString())));
    }

    private Tool ask() {
        return new Tool(
                "ask",
                "Answer a question in plain words on how a job can be made faster, by rules from what was measured; or say"
                        + " what to measure, where nothing was.",
                Map.of(
                        "question", Tool.text("it may name a job, a class or a part of the work"),
                        "family", Tool.text("only this job of the ledger"),
                        "trace", Tool.text("a profiler's file of the job, relative to the root"),
                        "ideas",
                                Map.of(
                                        "type",
                                        "boolean",
                                        "description",
                                        "also quote notes and places outside that the server's owner named: what others"
                                                + " write, not measured here"),
                        "top", Tool.number("how many pieces of advice", 1, 100)),
                Set.of("question"),
                true,
                arguments -> {
                    List<String> command = new ArrayList<>(List.of(
                            "ask",
                            "--json",
                            "--top=" + arguments.number("top", 5, 1, 100),
                            " " + arguments.required("question", MAX_QUESTION)));
                    settings.ledger().ifPresent(url -> command.add("--ledger=" + url));
                    option(command, arguments, "family", 200);
                    if (arguments.value("trace").isPresent()) {
                        command.add("--trace=" + root.file(arguments, "trace"));
                    }
                    if (arguments.flag("ideas")) {
                        require(
                                settings.models().isPresent(),
                                "ask",
                                "no notes or places outside are known",
                                "--models FILE");
                        command.addAll(List.of("--models=" + settings.models().orElseThrow(), "--ideas-only"));
                    }
                    return tickets.run("ask", command);
                });
    }

    private Tool triage() {
        return new Tool(
                "triage",
                "Say why a job failed: hardware, memory, network, numeric, data, software or the scheduler, and which line of"
                        + " its logs says so.",
                Map.of(
                        "files", Tool.texts("logs of the job, its ranks and its hosts, relative to the root"),
                        "exit_code", Tool.number("how the job ended; -9 or 137 is signal 9", -255, 255)),
                Set.of(),
                true,
                arguments -> {
                    List<String> command = new ArrayList<>(List.of("triage", "--json"));
                    if (arguments.value("exit_code").isPresent()) {
                        command.add("--exit-code=" + arguments.number("exit_code", 0, -255, 255));
                    }
                    files(command, arguments);
                    return tickets.run("triage", command);
                });
    }

    /** Adds the option of that name, if it was given. */
    static void option(List<String> command, Arguments arguments, String name, int longest) {
        arguments.text(name, longest).ifPresent(text -> command.add("--" + name.replace('_', '-') + "=" + text));
    }

    private Tool search() {
        return new Tool(
                "ledger_search",
                "Find what was tried, how it ended and why, such as: what failed for COMM_EXPOSED.",
                Map.of(
                        "text", Tool.text("words or a question; without one, the newest first"),
                        "family", Tool.text("only this job"),
                        "top", Tool.number("most results", 1, 100)),
                Set.of(),
                true,
                arguments -> {
                    List<String> command = ledgerCommand("ledger_search", "search");
                    command.add("--top=" + arguments.number("top", 20, 1, 100));
                    option(command, arguments, "family", 200);
                    arguments.text("text", 1000).ifPresent(text -> command.add(" " + text));
                    return tickets.run("ledger_search", command);
                });
    }

    private Tool verdict() {
        return new Tool(
                "verdict",
                "Everything about one hypothesis: claim, change, trials, votes, verdict and evidence ids.",
                Map.of("id", Tool.text("its id, or the beginning of it")),
                Set.of("id"),
                true,
                arguments -> {
                    List<String> command = ledgerCommand("verdict", "show");
                    command.add(arguments.id("id"));
                    return tickets.run("verdict", command);
                });
    }

    private Tool reviews() {
        return new Tool(
                "review_list",
                "The wins that wait for a person, and the answers that wait for the loop. Only a person can answer them.",
                Map.of(),
                Set.of(),
                true,
                arguments -> tickets.run(
                        "review_list", List.of("review", "list", "--json", "--ledger=" + ledger("review_list"))));
    }

    private Tool jobs() {
        return new Tool(
                "jobs",
                "The jobs of the jobs file with what may be changed of each: levers with their values, editable files, and"
                        + " the classes that a proposal may address.",
                Map.of("family", Tool.text("only this job")),
                Set.of(),
                true,
                arguments -> {
                    require(settings.jobs().isPresent(), "jobs", "no jobs file is known", "--jobs FILE");
                    return Reply.of(JobRows.of(
                                    JobsFile.read(settings.jobs().orElseThrow()).jobs(), arguments.text("family", 200))
                            .toString());
                });
    }

    private Tool propose() {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("family", Tool.text("a job of the jobs file"));
        properties.put("title", Tool.text("one line: what is changed"));
        properties.put("addresses", Tool.texts("classes, main one first"));
        properties.put(
                "environment",
                Map.of(
                        "type",
                        "object",
                        "additionalProperties",
                        Map.of("type", "string"),
                        "description",
                        "variables of declared levers, with a declared value each; or give diff"));
        properties.put("diff", Tool.text("a unified diff of the job's source; or give environment"));
        properties.put(
                "expected",
                Map.of("type", "number", "minimum", 0, "maximum", 1, "description", "removed share of those seconds"));
        return new Tool(
                "propose",
                "Offer a change of a job to the loop, which screens, tests and reviews it like any other. Refused unless the"
                        + " server was started with --allow-proposals, --jobs and --ledger.",
                properties,
                Set.of("family", "title", "addresses"),
                false,
                this::propose);
    }

    private Reply propose(Arguments arguments) {
        require(settings.isProposalAllowed(), "propose", "proposals are not taken", "--allow-proposals");
        require(settings.jobs().isPresent(), "propose", "no jobs file is known", "--jobs FILE");
        String diff = arguments.text("diff", MAX_DIFF).orElse("");
        Map<String, Object> hypothesis = new TreeMap<>();
        for (String name : List.of("addresses", "environment", "expected")) {
            arguments.value(name).ifPresent(value -> hypothesis.put(name, value));
        }
        hypothesis.put("title", arguments.required("title", 200));
        ProposalFolder.Entered entered = ProposalFolder.of(LedgerLocation.of(ledger("propose")))
                .enter(settings.jobs().orElseThrow(), arguments.required("family", 200), hypothesis, diff);
        return Reply.of(JsonNodeFactory.instance
                .objectNode()
                .put("proposal", entered.id())
                .put("state", entered.isNew() ? "entered" : "known already")
                .put("next", "the next cycle of the loop gives it an identity and screens it; see ledger_search")
                .toString());
    }

    private Tool status() {
        return new Tool(
                "status",
                "The state of a ticket; without one, all tickets and the state of the ledger.",
                Map.of("ticket", Tool.text("the ticket that a call returned")),
                Set.of(),
                true,
                arguments -> arguments.text("ticket", 20).isPresent()
                        ? tickets.status(arguments, arguments.id("ticket"))
                        : Reply.of(whole().toString()));
    }

    private Tool cancel() {
        return new Tool(
                "cancel",
                "Stop the call of a ticket, with everything it started; its answer is lost.",
                Map.of("ticket", Tool.text("the ticket that a call returned")),
                Set.of("ticket"),
                false,
                arguments -> tickets.cancel(arguments, arguments.id("ticket")));
    }

    private ObjectNode whole() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("runs_allowed", settings.isRunAllowed()).put("proposals_allowed", settings.isProposalAllowed());
        json.set("tickets", tickets.rows());
        settings.ledger().ifPresent(url -> {
            try {
                json.set("ledger", standing(LedgerReader.view(url)));
            } catch (AmdahlException unreadable) {
                json.put(
                        "ledger_error",
                        Reply.error(String.valueOf(unreadable.getMessage())).text());
            }
        });
        return json;
    }

    private static ObjectNode standing(LedgerView view) {
        Map<String, Integer> states = new TreeMap<>();
        for (Dossier dossier : view.dossiers()) {
            states.merge(dossier.state().name(), 1, Integer::sum);
        }
        ObjectNode ledger = JsonNodeFactory.instance.objectNode();
        ledger.put("events", view.events()).put("head", view.head());
        ledger.put("families", view.families().size());
        ledger.put("runs_in_flight", view.inFlight().size());
        ObjectNode counts = ledger.putObject("hypotheses");
        states.forEach(counts::put);
        return ledger;
    }

    private List<String> ledgerCommand(String tool, String command) {
        return new ArrayList<>(List.of("ledger", command, "--json", "--ledger=" + ledger(tool)));
    }

    private String ledger(String tool) {
        return settings.ledger()
                .orElseThrow(() -> new InvalidInputException(
                        tool, "the server was started without a ledger", "start it with --ledger FILE-OR-URL"));
    }

    static void require(boolean isAllowed, String tool, String problem, String option) {
        if (!isAllowed) {
            throw new InvalidInputException(
                    tool, problem, "the user who starts the server may allow it with " + option);
        }
    }
}
