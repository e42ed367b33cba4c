package dev.amdahl.examples.cli;

import dev.amdahl.examples.cli.common.ExitCode;
import dev.amdahl.examples.cli.common.Terminal;
import dev.amdahl.examples.cli.trace.TraceCommand;
import dev.amdahl.examples.serving.ThisProgram;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine;
import picocli.CommandLine.Help;

/** The {@code amdahl} command line; without arguments it says how to begin. Not thread-safe. */
public final class Main {
    private static final String BEGIN = """
            Amdahl finds wasted accelerator time and proves or refutes one change at a time.

            Begin with one of these:
              amdahl trace FILE                           where a profiled run's time went
              amdahl ab --baseline 'CMD' --variant 'CMD'  two commands compared
              amdahl init -- CMD                          a jobs file, for amdahl loop
              amdahl quickstart                           the loop on six small jobs

            All commands: amdahl --help; options of one: amdahl COMMAND --help
            """;

    private Main() {}

    /** Runs one command; ends the JVM only to give an exit code other than 0, so that it may run inside a host's JVM. */
    public static void main(String[] arguments) {
        ThisProgram.endWithOwner();
        OptionalInt elsewhere = LeanTrace.run(arguments);
        int code = elsewhere.isPresent()
                ? elsewhere.getAsInt()
                : run(
                        new PrintWriter(System.out, true, StandardCharsets.UTF_8),
                        new PrintWriter(System.err, true, StandardCharsets.UTF_8),
                        Terminal.hasColours(),
                        List.of(arguments));
        if (code != 0) {
            System.exit(code);
        }
    }

    /** Runs one command, without colours, and gives its exit code. */
    public static int run(PrintWriter out, PrintWriter err, String... arguments) {
        return run(out, err, false, List.of(arguments));
    }

    private static int run(PrintWriter out, PrintWriter err, boolean isColoured, List<String> arguments) {
        if (arguments.isEmpty()) {
            err.print(BEGIN);
            err.flush();
            return ExitCode.WRONG_INPUT.code();
        }
        try {
            Optional<TraceCommand> plain = TraceCommand.plain(arguments);
            return plain.isPresent()
                    ? plain.get().answer().print(out, plain.get().isJson(), isColoured)
                    : line(out, err, arguments)
                            .setColorScheme(Help.defaultColorScheme(isColoured ? Help.Ansi.ON : Help.Ansi.OFF))
                            .execute(arguments.toArray(new String[0]));
        } catch (IOException | RuntimeException e) {
            return new Failures().failed(line(out, err, arguments), e, false);
        } catch (LinkageError | OutOfMemoryError | StackOverflowError e) {
            return new Failures().broken(line(out, err, arguments), e, arguments.contains("--debug"));
        }
    }

    private static CommandLine line(PrintWriter out, PrintWriter err, List<String> given) {
        Failures failures = new Failures();
        return Commands.lineFor(given)
                .setOut(out)
                .setErr(err)
                .registerConverter(Path.class, Path::of)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(failures)
                .setExecutionExceptionHandler(failures);
    }
}
