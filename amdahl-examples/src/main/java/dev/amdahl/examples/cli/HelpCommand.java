package dev.amdahl.examples.cli;

import dev.amdahl.examples.cli.common.ExitCode;
import dev.amdahl.examples.cli.common.Width;
import dev.amdahl.examples.jobs.Nearest;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code help [COMMAND]}: the text of {@code --help}, and what exit codes mean. */
@Command(
        name = "help",
        description = "Show the help of a command, or what exit codes mean.",
        footer = {"  amdahl help ledger verify", "  amdahl help exit-codes"})
final class HelpCommand implements Runnable {
    static final String EXIT_CODES = "exit-codes";

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Parameters(paramLabel = "COMMAND", arity = "0..*", description = "A command, or exit-codes.")
    private List<String> words = List.of();

    @Override
    public void run() {
        CommandLine own = spec.commandLine();
        if (words.equals(List.of(EXIT_CODES))) {
            own.getOut().print(String.format("Exit codes of every command:%n") + ExitCode.table(Width.ofTerminal()));
        } else {
            CommandLine found = own.getParent();
            for (String word : words) {
                found = below(found, word);
            }
            found.usage(own.getOut(), own.getColorScheme());
        }
        own.getOut().flush();
    }

    private CommandLine below(CommandLine line, String word) {
        CommandLine found = line.getSubcommands().get(word);
        if (found == null) {
            List<String> known = new ArrayList<>(line.getSubcommands().keySet());
            known.add(EXIT_CODES);
            throw new ParameterException(
                    spec.commandLine(), "no command '" + word + "'; " + Nearest.remedy(word, known));
        }
        return found;
    }
}
