package dev.amdahl.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.amdahl.examples.cli.common.Width;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

final class UsageTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "quickstart",
                "loop",
                "ab",
                "judge",
                "scan",
                "goodput",
                "trace",
                "ledger",
                "ledger log",
                "ledger show",
                "ledger note",
                "ledger prioritize",
                "ledger cancel",
                "ledger verify",
                "review",
                "review list",
                "review approve",
                "review decline",
                "review keygen",
                "serve",
                "simulate",
                "watch",
                "ask",
                "triage",
                "mcp",
                "bilinear",
                "roofline",
                "burnin",
                "kernel",
                "plugins",
                "doctor",
                "completion",
                "help",
                "report",
                "recipes",
                "recipes list",
                "recipes show",
                "recipes approve",
                "recipes decline"
            })
    void everyCommandHasHelp(String command) {
        Cli help = Cli.here((command + " --help").strip().split(" "));
        assertThat(help.code()).isZero();
        assertThat(help.out())
                .contains("Usage: " + ("amdahl " + command).strip())
                .contains("--help");
        assertThat(help.err()).isEmpty();
        assertThat(help.out().lines())
                .allSatisfy(line -> assertThat(line.length()).as(line).isLessThanOrEqualTo(Width.USUAL));
    }

    @Test
    void withoutArgumentsItSaysHowToBeginAndDoesNothing() throws Exception {
        Cli bare = Cli.in(folder);

        assertThat(bare.code()).isEqualTo(2);
        assertThat(bare.out()).isEmpty();
        assertThat(folder).isEmptyDirectory();
        assertThat(bare.err().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(Width.USUAL));
        List<String> calls = bare.err()
                .lines()
                .filter(line -> line.startsWith("  amdahl "))
                .map(line -> line.strip().replaceFirst("amdahl ", "").replaceFirst(" {2,}.*", ""))
                .toList();
        assertThat(calls)
                .hasSize(4)
                .allSatisfy(
                        call -> assertThatCode(() -> Commands.lineFor(List.of()).parseArgs(words(call)))
                                .doesNotThrowAnyException());
    }

    @Test
    void everyCommandHasAnExampleThatIsACall() {
        List<CommandLine> all = all(Commands.lineFor(List.of())).toList();
        assertThat(all).hasSizeGreaterThan(35);
        for (CommandLine command : all) {
            String name = command.getCommandSpec().qualifiedName(" ");
            List<String> examples = Stream.of(
                            command.getCommandSpec().usageMessage().footer())
                    .map(line -> line.strip().replace("%%", "%"))
                    .filter(line -> line.contains("amdahl "))
                    .toList();
            assertThat(examples).as(name).isNotEmpty();
            for (String example : examples) {
                assertThat(example).as(name).hasSizeLessThan(Width.USUAL);
                String call = example.replaceFirst("^.*?(<\\()?amdahl ", "").replaceFirst("( >.*|\\))$", "");
                assertThatCode(() -> Commands.lineFor(List.of()).parseArgs(words(call)))
                        .as(example)
                        .doesNotThrowAnyException();
            }
        }
    }

    private static Stream<CommandLine> all(CommandLine line) {
        return Stream.concat(
                Stream.of(line), line.getSubcommands().values().stream().flatMap(UsageTest::all));
    }

    /** As a shell takes them apart. */
    private static String[] words(String call) {
        return Pattern.compile("'([^']*)'|(\\S+)")
                .matcher(call)
                .results()
                .map(word -> word.group(1) == null ? word.group(2) : word.group(1))
                .toArray(String[]::new);
    }

    @Test
    void whatEveryCommandTakesStandsApart() {
        String help = Cli.here("ab", "--help").out();
        assertThat(help).startsWith("Usage: amdahl ab [OPTIONS] [CMD...]");
        assertThat(help.indexOf("--pairs")).isLessThan(help.indexOf("In every command:"));
        assertThat(help.indexOf("--ledger")).isGreaterThan(help.indexOf("In every command:"));
    }

    @Test
    void aCommandWithAnotherBelowItHasTheSameLook() {
        String help = Cli.here("trace", "--help").out();

        assertThat(help).startsWith("Usage: amdahl trace [OPTIONS] [FILE...]\n").contains("Commands:\n  diff");
        assertThat(help.indexOf("--html")).isLessThan(help.indexOf("In every command:"));
    }

    @Test
    void everyCommandStandsInOneGroup() {
        List<String> grouped =
                Usage.GROUPS.values().stream().flatMap(List::stream).toList();

        assertThat(grouped).doesNotHaveDuplicates();
        assertThat(Commands.lineFor(List.of()).getSubcommands().keySet()).isSubsetOf(grouped);
        assertThat(Cli.here("--help").out()).contains("Options of every command", "--ledger-folder");
    }

    @Test
    void whatNeedNotBeGivenIsNotInTheFirstLine() {
        assertThat(Cli.here("loop", "--help").out()).startsWith("Usage: amdahl loop [OPTIONS]\n");
    }

    @Test
    void helpIsACommandToo() {
        assertThat(Cli.here("help", "ledger", "verify").out())
                .isEqualTo(Cli.here("ledger", "verify", "--help").out());
        assertThat(Cli.here("help").out()).isEqualTo(Cli.here("--help").out());
        assertThat(Cli.here("help", "exit-codes").out())
                .contains("\n  0  done\n", "\n  3  another cycle holds the ledger");
    }

    @Test
    void coloursAreForTerminalsOnly() throws Exception {
        assertThat(Cli.in(folder, "--help").out()).contains("Usage:").doesNotContain("\u001b");
        assertThat(Cli.onATerminal(folder, "", "--help")).contains("Usage:", "\u001b[1m");
        assertThat(Cli.onATerminal(folder, "NO_COLOR=1 ", "--help"))
                .contains("Usage:")
                .doesNotContain("\u001b");
    }

    @Test
    void anUnknownWordNamesTheNearestOne() {
        Cli.here("quickstrat").failsWith(2, "unknown argument 'quickstrat'", "did you mean 'quickstart'?");
        Cli.here("ledger", "verfy").failsWith(2, "did you mean 'verify'?");
        Cli.here("ab", "--basline", "true", "--variant", "true")
                .failsWith(2, "unknown option '--basline'", "did you mean '--baseline'?");
        Cli.here("trace", "--jsn", "x").failsWith(2, "unknown option '--jsn'", "did you mean '--json'?");
    }

    @Test
    void missingAndWrongValuesAreUsageErrors() {
        Cli.here("trace").failsWith(2, "trace: ", "FILE");
        Cli.here("loop").failsWith(2, "--jobs");
        Cli.here("ledger")
                .failsWith(
                        2,
                        "choose log, search, show, note, prioritize, cancel, accounts, verify, prove, export, import or repair");
        Cli.here("ledger", "verify").failsWith(2, "no ledger is named", "add --ledger");
        Cli.here("ab", "--baseline", "true", "--variant", "true", "--pairs", "-3")
                .failsWith(2, "--pairs: was -3");
        Cli.here("ab", "--baseline", " ", "--variant", "true").failsWith(2, "the command is empty");
        Cli.here("ab", "--baseline", "true", "--variant", "true", "--require", "luck")
                .failsWith(2, "win or no-regression");
        Cli.here("ab", "--baseline", "true", "--variant", "true", "--time-limit", "soon")
                .failsWith(2, "'soon' is not a duration");
        Cli.here("ab", "--baseline", "true", "--variant", "true", "--output", "../x")
                .failsWith(2, "leaves the working directory");
        Cli.here("scan", "--fleet", folder.resolve("none.csv").toString()).failsWith(2, "no readable file");
        Cli.here("trace", folder.toString()).failsWith(2, "is a folder");
        Cli.here("review", "list", "--ledger", folder.resolve("none").toString())
                .failsWith(2, "there is none");
    }

    @Test
    void theVersionIsOneLine() {
        Cli version = Cli.here("--version");
        assertThat(version.code()).isZero();
        assertThat(version.out().strip()).startsWith("amdahl ").doesNotContain("\n");
    }

    @Test
    void debugPrintsTheStackTrace() {
        Cli failed = Cli.here("trace", "--debug", folder.resolve("none").toString());
        assertThat(failed.code()).isEqualTo(2);
        assertThat(failed.err()).contains("\tat dev.amdahl.");
    }

    @Test
    void pluginsAreListed() throws Exception {
        assertThat(Cli.here("plugins", "--json").json("plugins").at("/plugins").findValuesAsText("name"))
                .contains("local", "kineto", "process");
        assertThat(Cli.here("plugins").out()).contains("kineto");
    }
}
