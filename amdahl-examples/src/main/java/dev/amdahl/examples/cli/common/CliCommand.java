package dev.amdahl.examples.cli.common;

import dev.amdahl.core.Plugins;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.examples.jobs.JobsFile;
import dev.amdahl.spi.InvalidInputException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What all commands have in common: options, and how an answer is printed. Not thread-safe. */
public abstract class CliCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--ledger",
            paramLabel = "FILE-OR-URL",
            description = "A path, jdbc:h2:file:PATH, jdbc:h2:mem:NAME, or"
                    + " jdbc:postgresql://HOST:PORT/DB?user=NAME; the password is read from PGPASSWORD or ~/.pgpass."
                    + " Default that of the settings in amdahl.yaml.")
    private @Nullable String ledger;

    @Option(
            names = "--ledger-folder",
            paramLabel = "DIR",
            description =
                    "With PostgreSQL: the folder on this host for people's answers, trials and the newest event seen; "
                            + "default in ~/.local/state/amdahl.")
    private @Nullable Path ledgerFolder;

    @Option(names = "--json", description = "Print one JSON document on standard output, and nothing else.")
    private boolean json;

    @Option(names = "--seed", paramLabel = "N", description = "Seed of all random choices; default 1.")
    private long seed = 1;

    @Option(names = "--plugins", paramLabel = "DIR", description = "Also load the plugins in this folder's jars.")
    private @Nullable Path pluginFolder;

    private @Nullable Plugins plugins;

    @Option(names = "--debug", description = "Print the stack trace of an error; AMDAHL_DEBUG=1 does too.")
    private boolean debug;

    /** Does the work. */
    public abstract Answer answer() throws Exception;

    @Override
    public final Integer call() throws Exception {
        CommandLine line = spec.commandLine();
        return answer().print(line.getOut(), json, line.getColorScheme().ansi().enabled());
    }

    /** Returns the ledger that was named, or else that of the jobs file: the one that was named, or the usual one of this folder. */
    protected final @Nullable String ledger() {
        OptionSpec jobs = spec.findOption("--jobs");
        Path file = jobs == null ? null : jobs.getValue();
        String named =
                ledger != null ? ledger : JobsFile.setting(file, "ledger").orElse(null);
        return named == null || ledgerFolder == null ? named : LedgerLocation.inFolder(named, ledgerFolder);
    }

    /** Returns the ledger that must be named. */
    protected final String requireLedger() {
        String named = ledger();
        if (named == null) {
            throw new InvalidInputException(
                    place(),
                    "no ledger is named",
                    "add --ledger FILE-OR-URL, or settings: {ledger: FILE-OR-URL} to " + JobsFile.USUAL);
        }
        return named;
    }

    /** This command, without the name of the program. */
    private String place() {
        return spec.qualifiedName(" ").replaceFirst("^\\S+ ", "");
    }

    protected final long seed() {
        return seed;
    }

    /** Returns the plugins of this program and of the folder that was named. */
    protected final Plugins plugins() {
        if (plugins == null) {
            plugins = pluginFolder == null ? Plugins.discover() : Plugins.discover(pluginFolder);
        }
        return plugins;
    }

    /** Looks whether a folder of plugins that was named is one, for a command that needs none of them. */
    protected final void requirePluginFolder() {
        if (pluginFolder != null) {
            plugins();
        }
    }

    public final boolean isDebug() {
        return debug;
    }

    protected final void wantJson() {
        json = true;
    }

    public final boolean isJson() {
        return json;
    }

    /** Returns the name and the version of this program. */
    protected final String version() {
        return String.join(" ", spec.root().version());
    }

    /** Returns the call as it was typed, for whoever wants to repeat it. */
    protected final List<String> asTyped() {
        return spec.root().commandLine().getParseResult().originalArgs();
    }

    /** A line of the answer that is there before the rest. */
    protected final void say(String line) {
        spec.commandLine().getOut().println(line);
        spec.commandLine().getOut().flush();
    }

    /** A remark that is no part of the answer, on standard error. */
    protected final void remark(String line) {
        remarks().print(Terminal.remark(Words.printable(line)));
        remarks().flush();
    }

    /** For progress and remarks; standard output is the answer's. */
    protected final PrintWriter remarks() {
        return spec.commandLine().getErr();
    }
}
