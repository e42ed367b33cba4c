package dev.amdahl.examples.cli.common;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that only holds others. Not thread-safe. */
public abstract class CommandGroup implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public final void run() {
        List<String> names = List.copyOf(spec.subcommands().keySet());
        throw new ParameterException(
                spec.commandLine(),
                "no " + (spec.parent() == null ? "command" : "subcommand") + "; choose "
                        + String.join(", ", names.subList(0, names.size() - 1)) + " or " + names.get(names.size() - 1));
    }
}
