package dev.amdahl.examples.init;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Table;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.job.Accelerators;
import dev.amdahl.spi.job.FleetJob;
import dev.amdahl.spi.job.OutputRule;
import dev.amdahl.spi.job.ValueSource;
import dev.amdahl.spi.profiler.SourceEdit;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * All that was found of a job.
 *
 * @param job how it is started, with a word or a variable for each lever
 * @param directory where it runs, as the jobs file shall say it
 * @param levers what may be tried
 * @param code changes of its code that may be tried
 * @param measured what its runs told; empty if it was not run
 * @param timeLimit when a run counts as hung; empty if that is not known
 * @param remarks what is missing, and why
 * @param seconds how long each run took
 */
public record FoundJob(
        JobCommand job,
        String directory,
        List<FoundLever> levers,
        CodeChanges code,
        Optional<Measured> measured,
        Optional<Duration> timeLimit,
        List<String> remarks,
        List<Double> seconds) {
    private static final int MAX_PLACES = 3;

    public FoundJob {
        levers = List.copyOf(levers);
        remarks = List.copyOf(remarks);
        seconds = List.copyOf(seconds);
    }

    /** Returns the jobs file. */
    public String file() {
        return JobsFileText.of(List.of(this), job.from());
    }

    /** Returns the jobs file of several, found in one place. */
    public static String file(List<FoundJob> all, String from) {
        return JobsFileText.of(all, from);
    }

    /** Returns the job that runs of a fleet are, which was not run here: what only a run of it could show is left out. */
    public FoundJob ofFleet(FleetJob run) {
        boolean isPlain = job.accelerators().equals(new Accelerators("cpu", 1));
        return new FoundJob(
                job.of(run.family(), isPlain ? run.accelerators() : job.accelerators()),
                directory,
                levers,
                code.without("changes of its code are found by init in its folder"),
                measured,
                timeLimit,
                remarks,
                seconds);
    }

    /** Returns the patches that the jobs file names, by their path beside it. */
    public Map<String, String> patches() {
        Map<String, String> patches = new TreeMap<>();
        code.offered().forEach(edit -> patches.put(patch(edit), edit.diff()));
        return patches;
    }

    static String patch(SourceEdit edit) {
        return "amdahl.changes/" + edit.name() + ".patch";
    }

    /** Returns whether a script in Python is part of its command. */
    public boolean isPython() {
        return job.command().stream().anyMatch(word -> word.endsWith(".py"));
    }

    /** Returns what was found, for programs. */
    public ObjectNode json() {
        ObjectNode json = Json.object().put("family", job.family());
        json.set("command", Json.texts(job.command()));
        json.put("directory", directory);
        json.set("environment", Json.tree(job.environment()));
        json.set(
                "accelerators",
                Json.tree(Map.of(
                        "type",
                        job.accelerators().type(),
                        "count",
                        job.accelerators().count(),
                        "nodes",
                        job.accelerators().nodes())));
        json.set("levers", Json.array(levers, FoundJob::json));
        json.set("changes", Json.array(code.offered(), FoundJob::json));
        json.put(
                "work_units",
                measured.flatMap(Measured::workUnits)
                        .map(ValueSource.Stdout::pattern)
                        .orElse(""));
        json.set(
                "outputs",
                Json.texts(measured.map(Measured::outputs).orElse(List.of()).stream()
                        .map(OutputRule::path)
                        .toList()));
        json.set("seconds", Json.array(seconds, Json::number));
        json.set("remarks", Json.texts(remarks));
        return json;
    }

    private static ObjectNode json(FoundLever found) {
        Lever lever = found.lever();
        ObjectNode json = Json.object().put("name", lever.name()).put("current", lever.current());
        json.set("values", Json.texts(lever.values()));
        json.set(
                "addresses",
                Json.texts(lever.addresses().stream().map(Bottleneck::name).toList()));
        return json.put("idea", lever.idea().orElse("")).put("found", found.place());
    }

    private static ObjectNode json(SourceEdit edit) {
        ObjectNode json = Json.object().put("name", edit.name()).put("title", edit.title());
        json.set(
                "addresses",
                Json.texts(edit.addresses().stream().map(Bottleneck::name).toList()));
        json.put("idea", edit.idea());
        json.set("places", Json.texts(edit.places()));
        return json.put("patch", patch(edit));
    }

    /** Returns what was found, for people. */
    public String text() {
        StringBuilder text = new StringBuilder();
        text.append("job       ")
                .append(job.family())
                .append(", from ")
                .append(job.from())
                .append('\n');
        text.append("command   ").append(String.join(" ", job.command())).append('\n');
        text.append("holds     ")
                .append(job.accelerators().count())
                .append(' ')
                .append(job.accelerators().type())
                .append('\n');
        measured.ifPresent(of -> measured(of, text));
        Table table = new Table("lever", "now", "to try", "found");
        for (FoundLever found : levers) {
            Lever lever = found.lever();
            table.row(
                    lever.name(),
                    value(found, lever.current()),
                    lever.values().stream().map(value -> value(found, value)).collect(Collectors.joining(", ")),
                    found.place());
        }
        text.append(levers.isEmpty() ? "levers    none found\n" : "\n" + table);
        if (!code.offered().isEmpty()) {
            Table changes = new Table("change of the code", "found", "patch");
            code.offered().forEach(edit -> changes.row(edit.title(), places(edit), patch(edit)));
            text.append('\n').append(changes);
        }
        text.append(remarks.isEmpty() ? "" : "\n");
        remarks.forEach(remark -> text.append(remark).append('\n'));
        return text.toString();
    }

    private void measured(Measured of, StringBuilder text) {
        text.append("took      ")
                .append(seconds.stream()
                        .map(time -> String.format(Locale.ROOT, "%.1f s", time))
                        .collect(Collectors.joining(" and ")))
                .append('\n');
        text.append("work      ")
                .append(of.workUnits()
                        .map(units -> of.units() + ", by " + units.pattern())
                        .orElse("not counted by what it prints"))
                .append('\n');
        of.outputs()
                .forEach(rule -> text.append("output    ")
                        .append(rule.path().equals("-") ? "what it prints" : rule.path())
                        .append(", ")
                        .append(rule.comparison().getClass().getSimpleName().toLowerCase(Locale.ROOT))
                        .append('\n'));
        of.guardrails()
                .forEach(guardrail ->
                        text.append("guardrail ").append(guardrail.name()).append('\n'));
    }

    static String places(SourceEdit edit) {
        int more = edit.places().size() - MAX_PLACES;
        return edit.places().stream().limit(MAX_PLACES).collect(Collectors.joining(", "))
                + (more > 0 ? " and " + more + " more" : "");
    }

    /** An option without its name, which stands beside it. */
    private static String value(FoundLever found, String text) {
        return found.isOption() ? text.substring(text.indexOf('=') + 1) : text;
    }
}
