package dev.amdahl.examples.cli;

import dev.amdahl.spi.InvalidInputException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What all commands have in common: options, and how an answer is printed. Not thread-safe. */
abstract class CliCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Option(
            names = "--ledger",
            paramLabel = "FILE-OR-URL",
            description = "The ledger: a path, jdbc:h2:file:PATH or jdbc:h2:mem:NAME.")
    private @Nullable String ledger;

    @Option(names = "--json", description = "Print one JSON document on standard output, and nothing else.")
    private boolean json;

    @Option(names = "--seed", paramLabel = "N", description = "Seed of everything drawn by chance; default 1.")
    private long seed = 1;

    @Option(names = "--debug", description = "Print the stack trace of an error; also by AMDAHL_DEBUG.")
    private boolean debug;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this text.")
    @SuppressWarnings("UnusedVariable")
    private boolean help;

    /** Does the work. */
    abstract Answer answer() throws Exception;

    @Override
    public final Integer call() throws Exception {
        Answer answer = answer();
        PrintWriter out = spec.commandLine().getOut();
        out.println(json ? Json.text(answer.json()) : answer.text().stripTrailing());
        out.flush();
        if (out.checkError()) {
            throw new IOException("standard output cannot be written");
        }
        return answer.exitCode();
    }

    final @Nullable String ledger() {
        return ledger;
    }

    /** The ledger that must be named. */
    final String requireLedger() {
        if (ledger == null) {
            throw new InvalidInputException(spec.qualifiedName(" "), "no ledger is named", "add --ledger FILE-OR-URL");
        }
        return ledger;
    }

    final long seed() {
        return seed;
    }

    final boolean isDebug() {
        return debug;
    }

    final boolean isJson() {
        return json;
    }

    /** For progress and remarks; standard output is the answer's. */
    final PrintWriter remarks() {
        return spec.commandLine().getErr();
    }
}
