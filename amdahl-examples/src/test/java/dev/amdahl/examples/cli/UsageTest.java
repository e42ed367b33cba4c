package dev.amdahl.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
                "scan",
                "goodput",
                "trace",
                "ledger",
                "ledger log",
                "ledger show",
                "ledger verify",
                "review",
                "review list",
                "review approve",
                "review decline",
                "review keygen",
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
    }

    @Test
    void anUnknownWordNamesTheNearestOne() {
        Cli.here("quickstrat").failsWith(2, "unknown argument 'quickstrat'", "did you mean 'quickstart'?");
        Cli.here("ledger", "verfy").failsWith(2, "did you mean 'verify'?");
        Cli.here("trace", "--jsn", "x").failsWith(2, "unknown option '--jsn'", "did you mean '--json'?");
    }

    @Test
    void missingAndWrongValuesAreUsageErrors() {
        Cli.here("trace").failsWith(2, "trace: ", "FILE");
        Cli.here("loop").failsWith(2, "--jobs");
        Cli.here("ledger").failsWith(2, "choose log, search, show, accounts, verify, prove, export or import");
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
