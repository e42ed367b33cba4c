package dev.amdahl.examples.cli;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code completion bash|zsh|fish}: a script that lets a shell complete what is typed. */
@Command(
        name = "completion",
        description = {
            "Print a script that lets a shell complete commands, options and their values.",
            "It completes the word amdahl: make that an alias, such as alias amdahl='java -jar /opt/amdahl.jar'."
        },
        footer = {
            "  source <(amdahl completion bash)",
            "  source <(amdahl completion zsh)",
            "  amdahl completion fish > ~/.config/fish/completions/amdahl.fish"
        })
final class CompletionCommand implements Runnable {
    private static final String CHOICE = "[a-z0-9-]+(\\|[a-z0-9-]+)+";

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "bash|zsh|fish", description = "The shell.")
    private String shell = "";

    @Override
    public void run() {
        CommandLine root = spec.commandLine().getParent();
        offerChoices(root);
        offerCommands(root);
        String name = root.getCommandName();
        String script = switch (shell.toLowerCase(Locale.ROOT)) {
            case "bash", "zsh" -> AutoComplete.bash(name, root);
            case "fish" -> fishScript(root);
            default ->
                throw new ParameterException(
                        spec.commandLine(), "unknown shell '" + shell + "'; write bash, zsh or fish");
        };
        spec.commandLine().getOut().println(script);
        spec.commandLine().getOut().flush();
    }

    /** Labels that list the values, such as {@code win|no-regression}, complete to them. */
    private static void offerChoices(CommandLine line) {
        CommandSpec command = line.getCommandSpec();
        for (PositionalParamSpec place : List.copyOf(command.positionalParameters())) {
            if (place.paramLabel().matches(CHOICE)) {
                command.remove(place);
                command.addPositional(PositionalParamSpec.builder(place)
                        .completionCandidates(choices(place.paramLabel()))
                        .build());
            }
        }
        for (OptionSpec option : List.copyOf(command.options())) {
            if (option.paramLabel().matches(CHOICE) && option.group() == null) {
                command.remove(option);
                command.addOption(OptionSpec.builder(option)
                        .completionCandidates(choices(option.paramLabel()))
                        .build());
            }
        }
        line.getSubcommands().values().forEach(CompletionCommand::offerChoices);
    }

    /** {@code help} is completed by the commands, which it knows only when it runs. */
    private static void offerCommands(CommandLine root) {
        CommandSpec help = requireNonNull(root.getSubcommands().get("help")).getCommandSpec();
        PositionalParamSpec words = help.positionalParameters().get(0);
        List<String> candidates = new ArrayList<>(root.getSubcommands().keySet());
        candidates.add(HelpCommand.EXIT_CODES);
        help.remove(words);
        help.addPositional(PositionalParamSpec.builder(words)
                .completionCandidates(candidates)
                .build());
    }

    private static List<String> choices(String label) {
        return List.of(label.split("\\|", -1));
    }

    /** Completions in the language of the fish shell: one line for each command and each option. */
    private static String fishScript(CommandLine root) {
        List<String> lines = new ArrayList<>();
        String name = root.getCommandName();
        lines.add("# Completions of " + name + " for fish.");
        addFish(name, root, List.of(), lines);
        return String.join("\n", lines);
    }

    private static void addFish(String name, CommandLine line, List<String> path, List<String> lines) {
        CommandSpec spec = line.getCommandSpec();
        List<String> below = List.copyOf(spec.subcommands().keySet());
        String here = "complete -c " + name + " -n " + quoted(condition(path, below));
        spec.subcommands().forEach((word, command) -> {
            lines.add(here + " -f -a " + word + " -d " + quoted(summary(command.getCommandSpec())));
            List<String> deeper = new ArrayList<>(path);
            deeper.add(word);
            addFish(name, command, deeper, lines);
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
