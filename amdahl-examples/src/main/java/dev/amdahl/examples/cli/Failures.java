package dev.amdahl.examples.cli;

import dev.amdahl.core.internal.io.FileFault;
import dev.amdahl.core.ledger.event.LedgerBusyException;
import dev.amdahl.core.ledger.event.StaleLeaseException;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.ExitCode;
import dev.amdahl.examples.cli.common.Terminal;
import dev.amdahl.examples.jobs.Nearest;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns an error into one line on standard error and an exit code. Stateless. */
final class Failures implements IParameterExceptionHandler, IExecutionExceptionHandler {
    private static final String INTERNAL = "; run it again with --debug and report what it prints";

    @Override
    public int handleParseException(ParameterException error, String[] arguments) {
        CommandLine line = error.getCommandLine();
        String name = line.getCommandSpec().qualifiedName(" ");
        String place = name.equals("amdahl") ? "" : name.substring("amdahl ".length()) + ": ";
        report(
                line,
                error,
                place + usage(error) + " (see " + name + " --help)",
                List.of(arguments).contains("--debug"));
        return ExitCode.WRONG_INPUT.code();
    }

    @Override
    public int handleExecutionException(Exception error, CommandLine line, ParseResult result) {
        return failed(line, error, line.getCommand() instanceof CliCommand command && command.isDebug());
    }

    /** A command could not do its work. */
    int failed(CommandLine line, Exception error, boolean debug) {
        report(line, error, message(error), debug);
        return code(error);
    }

    /** Returns the JVM itself gave up. */
    int broken(CommandLine line, Error error, boolean debug) {
        String message = error instanceof OutOfMemoryError
                ? "out of memory with a heap of " + (Runtime.getRuntime().maxMemory() >> 20)
                        + " MiB; give the JVM a larger heap (-Xmx)"
                : "internal error: " + error + INTERNAL;
        report(line, error, message, debug);
        return ExitCode.WRONG_INPUT.code();
    }

    private static int code(Exception error) {
        if (error instanceof LedgerBusyException || error instanceof StaleLeaseException) {
            return ExitCode.BUSY.code();
        }
        if (error instanceof AmdahlException known) {
            boolean isAway = known.category() == ErrorCategory.TRANSIENT || known.category() == ErrorCategory.PLUGIN;
            return (isAway ? ExitCode.UNAVAILABLE : ExitCode.WRONG_INPUT).code();
        }
        return ExitCode.WRONG_INPUT.code();
    }

    private static String message(Exception error) {
        if (error instanceof AmdahlException) {
            return String.valueOf(error.getMessage());
        }
        if (error instanceof InvalidPathException unknown) {
            return notAPath(unknown);
        }
        Throwable cause = error instanceof UncheckedIOException unchecked ? unchecked.getCause() : error;
        if (cause instanceof IOException failed) {
            String text = FileFault.words(failed);
            boolean full = text.toLowerCase(Locale.ROOT).contains("no space left");
            return file(failed) + text + "; "
                    + (full ? "free some disk space and run it again" : "check the path and its permissions");
        }
        return "internal error: " + error + INTERNAL;
    }

    private static String notAPath(InvalidPathException error) {
        return "'" + error.getInput() + "': not a path: " + error.getReason() + "; " + FileFault.remedy(error);
    }

    private static String file(IOException error) {
        return error instanceof FileSystemException known && known.getFile() != null ? known.getFile() + ": " : "";
    }

    private static String usage(ParameterException error) {
        List<String> unknown = unknown(error);
        if (!unknown.isEmpty()) {
            String word = unknown.get(0);
            boolean option = word.startsWith("-");
            String meant = "--" + word;
            if (!option && error.getCommandLine().getCommandSpec().findOption(meant) != null) {
                return "unknown argument '" + word + "'; did you mean '" + meant + "'?";
            }
            List<String> known = known(error.getCommandLine(), option);
            return "unknown " + (option ? "option" : "argument") + " '" + word + "'; "
                    + (known.isEmpty() ? "leave it out" : Nearest.remedy(word, known));
        }
        if (error.getCause() instanceof InvalidPathException noPath
                && error.getArgSpec() instanceof OptionSpec option) {
            return option.longestName() + ": " + notAPath(noPath);
        }
        return error instanceof MissingParameterException missing
                        && !missing.getMissing().isEmpty()
                ? missing(missing.getMissing())
                : plain(String.valueOf(error.getMessage()));
    }

    /** Returns an option with what it takes, or what stands without one. */
    private static String missing(List<ArgSpec> arguments) {
        List<String> names = new ArrayList<>();
        List<String> calls = new ArrayList<>();
        for (ArgSpec argument : arguments) {
            boolean isOption = argument instanceof OptionSpec;
            String name = isOption ? ((OptionSpec) argument).longestName() : argument.paramLabel();
            names.add(name);
            calls.add(isOption ? name + " " + argument.paramLabel() : name);
        }
        return String.join(" and ", names) + (names.size() == 1 ? " is" : " are") + " missing; add "
                + String.join(" ", calls);
    }

    /** Returns what the command does not know; a slip in the name of a needed option makes it missing too. */
    private static List<String> unknown(ParameterException error) {
        if (error instanceof UnmatchedArgumentException unmatched) {
            return unmatched.getUnmatched();
        }
        return error instanceof MissingParameterException
                ? error.getCommandLine().getUnmatchedArguments()
                : List.of();
    }

    /** Returns the parser's own words, said as the other errors are. */
    private static String plain(String message) {
        return message.replaceFirst("^Error: ", "")
                .replace("option option", "option")
                .replaceFirst(
                        "^option '(\\S+)'(?: \\(\\S+\\))? should be specified only once$",
                        "$1 was given more than once; give it once")
                .replaceFirst(
                        " are mutually exclusive \\(specify only one\\)$", " exclude each other; give one of them")
                .replace("is not an int", "is not a whole number, or too large")
                .replace("is not a long", "is not a whole number, or too large")
                .replace("is not a double", "is not a number");
    }

    private static List<String> known(CommandLine line, boolean options) {
        List<String> names = new ArrayList<>();
        if (options) {
            line.getCommandSpec().options().forEach(option -> names.add(option.longestName()));
        } else {
            names.addAll(line.getSubcommands().keySet());
        }
        return names;
    }

    private static void report(CommandLine line, Throwable error, String message, boolean debug) {
        PrintWriter err = line.getErr();
        err.print(Terminal.remark(message.replaceAll("[\\p{Cntrl}\\s]+", " ").strip()));
        if (debug || System.getenv("AMDAHL_DEBUG") != null) {
            error.printStackTrace(err);
        }
        err.flush();
    }
}
