package dev.amdahl.examples.cli;

import dev.amdahl.examples.cli.trace.TraceCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;

/** The {@code amdahl} command line; without arguments it runs {@code quickstart}. Not thread-safe. */
public final class Main {
    private Main() {}

    /** Runs one command; ends the JVM only to give an exit code other than 0, so that it may run inside a host's JVM. */
    public static void main(String[] arguments) {
        int code = run(
                new PrintWriter(System.out, true, StandardCharsets.UTF_8),
                new PrintWriter(System.err, true, StandardCharsets.UTF_8),
                arguments);
        if (code != 0) {
            System.exit(code);
        }
    }

    /** Runs one command and gives its exit code. */
    public static int run(PrintWriter out, PrintWriter err, String... arguments) {
        List<String> given = arguments.length == 0 ? List.of("quickstart") : List.of(arguments);
        try {
            Optional<TraceCommand> plain = TraceCommand.plain(given);
            return plain.isPresent()
                    ? plain.get().answer().print(out, plain.get().isJson())
                    : line(out, err, given).execute(given.toArray(new String[0]));
        } catch (IOException | RuntimeException e) {
            return new Failures().failed(line(out, err, given), e, false);
        } catch (LinkageError | OutOfMemoryError | StackOverflowError e) {
            return new Failures().broken(line(out, err, given), e, given.contains("--debug"));
        }
    }

    private static CommandLine line(PrintWriter out, PrintWriter err, List<String> given) {
        Failures failures = new Failures();
        return Commands.lineFor(given)
                .setOut(out)
                .setErr(err)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(failures)
                .setExecutionExceptionHandler(failures);
    }
}
