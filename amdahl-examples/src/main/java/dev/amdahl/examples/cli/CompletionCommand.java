package dev.amdahl.examples.cli;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
            case "fish" -> FishCompletion.of(root);
            default ->
                throw new ParameterException(
                        spec.commandLine(), "unknown shell '" + shell + "'; write bash, zsh or fish");
        };
        spec.commandLine().getOut().println(script);
        spec.commandLine().getOut().flush();
    }

    /** What has a label that lists its values, such as {@code win|no-regression}, is completed by them. */
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
}
