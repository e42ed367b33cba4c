package dev.amdahl.examples.init;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.job.Accelerators;
import dev.amdahl.spi.job.Guardrail;
import dev.amdahl.spi.job.OutputRule;
import dev.amdahl.spi.job.ValueSource;
import dev.amdahl.spi.profiler.SourceEdit;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes a jobs file for people: each line with what it rests on. Not thread-safe. */
final class JobsFileText {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_/][A-Za-z0-9_./-]*");
    private static final List<String> YAML_WORDS = List.of("true", "false", "yes", "no", "on", "off", "null", "y", "n");

    private final StringBuilder out;
    private final FoundJob found;

    private JobsFileText(FoundJob found, StringBuilder out) {
        this.found = found;
        this.out = out;
    }

    static String of(List<FoundJob> all, String from) {
        StringBuilder out = new StringBuilder();
        out.append("# Written by 'amdahl init' from ")
                .append(comment(from))
                .append(". Edit it as you like; docs/guide.md explains every key.\n")
                .append("settings: {ledger: ./amdahl")
                .append(runLength(all).map(length -> ", run_length: " + length).orElse(""))
                .append("}\njobs:\n");
        all.forEach(found -> new JobsFileText(found, out).job());
        return out.toString();
    }

    /** Returns the longer of the runs of the only job, for 'plan'; empty if none ended by itself. */
    private static Optional<String> runLength(List<FoundJob> all) {
        return all.size() == 1 && all.get(0).timeLimit().isPresent()
                ? all.get(0).seconds().stream()
                        .max(Double::compare)
                        .map(seconds -> String.format(Locale.ROOT, "%.1fs", Math.max(.1, seconds)))
                : Optional.empty();
    }

    private void job() {
        JobCommand job = found.job();
        line("  - family: " + word(job.family()));
        line("    command: " + words(job.command()));
        if (!job.isElsewhere()) {
            line("    directory: " + word(found.directory()));
        }
        accelerators(job.accelerators());
        if (!job.environment().isEmpty()) {
            line("    environment: " + map(job.environment()));
        }
        limit(job);
        found.measured()
                .ifPresentOrElse(this::measured, () -> line("    # not run: work units and outputs are not known"));
        levers();
        changes();
        found.remarks().forEach(remark -> line("# " + comment(remark)));
    }

    private void accelerators(Accelerators accelerators) {
        String nodes = accelerators.nodes() > 1 ? ", nodes: " + accelerators.nodes() : "";
        line("    accelerators: {type: " + word(accelerators.type()) + ", count: " + accelerators.count() + nodes
                + "}");
    }

    private void limit(JobCommand job) {
        Optional<Duration> declared = job.timeLimit();
        declared.or(found::timeLimit)
                .ifPresent(limit -> line("    time_limit: " + limit.toSeconds() + "s"
                        + (declared.isPresent()
                                ? "  # as " + comment(job.from()) + " says"
                                : "  # ten times as long as it took")));
    }

    private void measured(Measured measured) {
        measured.workUnits()
                .ifPresentOrElse(
                        units -> line("    work_units: {stdout: " + quoted(units.pattern()) + "}  # " + measured.units()
                                + ", the same in both runs"),
                        () -> line(
                                "    # no work_units: nothing that it prints counts its work, so whole runs are compared"));
        if (!measured.outputs().isEmpty()) {
            line("    output:");
            measured.outputs().forEach(rule -> line("      - " + output(rule)));
        } else {
            line("    # no output to compare: nothing that it writes was the same twice");
        }
        if (!measured.guardrails().isEmpty()) {
            line("    guardrails:");
            measured.guardrails().forEach(guardrail -> line("      - " + guardrail(guardrail)));
        }
        if (!measured.kept().isEmpty()) {
            Map<String, String> files = new TreeMap<>();
            for (int i = 0; i < measured.kept().size(); i++) {
                files.put("file-" + (i + 1), measured.kept().get(i));
            }
            line("    artifacts: " + map(files) + "  # different in each run: kept, not compared");
        }
    }

    private static String output(OutputRule rule) {
        String path = "{path: " + quoted(rule.path()) + ", compare: ";
        if (rule.comparison() instanceof OutputRule.Numeric numeric) {
            return path + "numeric, relative: " + numeric.relative() + "}  # equal within this in both runs";
        }
        if (rule.comparison() instanceof OutputRule.Json json) {
            return path + "json, ignore: " + words(json.ignore()) + "}  # equal except for times";
        }
        return path + "exact}  # the same bytes in both runs";
    }

    private static String guardrail(Guardrail guardrail) {
        String pattern = guardrail.source() instanceof ValueSource.Stdout stdout ? stdout.pattern() : "";
        return "{name: " + word(guardrail.name()) + ", stdout: " + quoted(pattern) + ", lower_is_better: "
                + guardrail.lowerIsBetter() + ", margin: " + Math.round(100 * guardrail.margin())
                + "%}  # three times the difference of the two runs, at least 1 %";
    }

    private void levers() {
        if (found.levers().isEmpty()) {
            line("    # no levers were found");
            return;
        }
        line("    levers:");
        for (FoundLever lever : found.levers()) {
            line("      # " + comment(lever.place()));
            line("      - " + lever(lever.lever()));
        }
    }

    private void changes() {
        CodeChanges code = found.code();
        if (code.offered().isEmpty()) {
            return;
        }
        List<String> build = code.build(found.job());
        line("    source: {repository: " + word(found.directory()) + ", revision: HEAD"
                + (build.isEmpty() ? "" : ", build: " + words(build)) + ", editable: "
                + words(code.files()) + "}");
        line("    hypotheses:  # changes of the code: read each patch, and remove those that you do not want to try");
        for (SourceEdit edit : code.offered()) {
            line("      # " + comment(FoundJob.places(edit)));
            line("      - {title: " + quoted(edit.title()) + ", patch: " + word(FoundJob.patch(edit))
                    + ",\n         addresses: " + edit.addresses() + ", idea: " + word(edit.idea()) + "}");
        }
    }

    private static String lever(Lever lever) {
        String values = ", values: " + words(lever.values());
        String target = lever.target() instanceof LeverSetting.Environment environment
                ? "environment: " + word(environment.variable()) + values
                : lever.target() instanceof LeverSetting.Flag flag
                        ? "flag: " + quoted(flag.word())
                        : "argument: " + quoted(lever.current()) + values;
        return "{name: " + word(lever.name()) + ", " + target
                + ",\n         addresses: " + lever.addresses()
                + lever.idea().map(idea -> ", idea: " + word(idea)).orElse("") + "}";
    }

    private static String map(Map<String, String> entries) {
        return new TreeMap<>(entries)
                .entrySet().stream()
                        .map(entry -> word(entry.getKey()) + ": " + quoted(entry.getValue()))
                        .collect(Collectors.joining(", ", "{", "}"));
    }

    private static String words(List<String> words) {
        return list(words, JobsFileText::word);
    }

    private static String list(List<String> items, Function<String, String> form) {
        return items.stream().map(form).collect(Collectors.joining(", ", "[", "]"));
    }

    /** As it is where YAML reads it as text, otherwise in quotes. */
    private static String word(String text) {
        boolean isPlain = PLAIN.matcher(text).matches() && !YAML_WORDS.contains(text.toLowerCase(Locale.ROOT));
        return isPlain ? text : quoted(text);
    }

    /** A string of JSON is one of YAML. */
    private static String quoted(String text) {
        return TextNode.valueOf(text).toString();
    }

    /** Text of a job stays in its line. */
    private static String comment(String text) {
        return text.replaceAll("[\\p{Cc}\\p{Zl}\\p{Zp}]+", " ");
    }

    private void line(String text) {
        out.append(text).append('\n');
    }
}
