package dev.amdahl.examples.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Completions in the language of the fish shell: one line for each command and each option. */
final class FishCompletion {
    private FishCompletion() {}

    static String of(CommandLine root) {
        List<String> lines = new ArrayList<>();
        String name = root.getCommandName();
        lines.add("# Completions of " + name + " for fish.");
        add(name, root, List.of(), lines);
        return String.join("\n", lines);
    }

    private static void add(String name, CommandLine line, List<String> path, List<String> lines) {
        CommandSpec spec = line.getCommandSpec();
        List<String> below = List.copyOf(spec.subcommands().keySet());
        String here = "complete -c " + name + " -n " + quoted(condition(path, below));
        spec.subcommands().forEach((word, command) -> {
            lines.add(here + " -f -a " + word + " -d " + quoted(summary(command.getCommandSpec())));
            List<String> deeper = new ArrayList<>(path);
            deeper.add(word);
            add(name, command, deeper, lines);
        });
        spec.positionalParameters().stream()
                .flatMap(place -> Stream.ofNullable(place.completionCandidates()))
                .forEach(words -> lines.add(here + " -f -a " + quoted(String.join(" ", words))));
        spec.options().stream().filter(option -> !option.hidden()).forEach(option -> lines.add(here + option(option)));
    }

    /** True where all words of a path were typed and none of those that go on from it. */
    private static String condition(List<String> path, List<String> below) {
        List<String> parts = new ArrayList<>();
        path.forEach(word -> parts.add("__fish_seen_subcommand_from " + word));
        if (!below.isEmpty()) {
            parts.add("not __fish_seen_subcommand_from " + String.join(" ", below));
        }
        return String.join("; and ", parts);
    }

    private static String option(OptionSpec option) {
        StringBuilder line = new StringBuilder();
        for (String name : option.names()) {
            line.append(name.startsWith("--") ? " -l " : " -s ").append(name.replaceFirst("^--?", ""));
        }
        if (option.completionCandidates() != null) {
            line.append(" -x -a ").append(quoted(String.join(" ", option.completionCandidates())));
        } else if (option.arity().max() > 0) {
            line.append(namesFile(option) ? " -r -F" : " -x");
        }
        String[] description = option.description();
        return line.append(" -d ")
                .append(quoted(description.length == 0 ? "" : first(description[0], option)))
                .toString();
    }

    private static boolean namesFile(OptionSpec option) {
        return option.typeInfo().getType() == Path.class || option.paramLabel().contains("FILE");
    }

    private static String summary(CommandSpec spec) {
        String[] description = spec.usageMessage().description();
        return description.length == 0 ? "" : first(description[0], null);
    }

    /** Returns its first sentence, with its default in it. */
    private static String first(String text, @Nullable OptionSpec option) {
        String whole =
                option == null ? text : text.replace("${DEFAULT-VALUE}", String.valueOf(option.defaultValueString()));
        return whole.split("(?<=[.;:]) ", 2)[0].replaceAll("[.;:]$", "");
    }

    private static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    }
}
