package dev.amdahl.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ledger.event.LedgerBusyException;
import dev.amdahl.core.ledger.event.LedgerUnusableException;
import dev.amdahl.core.ledger.event.StaleLeaseException;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.InvalidPathException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class FailuresTest {
    @Test
    void exitCodeSaysWhetherToWaitForAnotherCycleForASystemOrForAPerson() {
        Map<Exception, Integer> codes = Map.of(
                new LedgerBusyException("db", "is leased to another", null), 3,
                new StaleLeaseException("db", 1, 2), 3,
                new AmdahlException(ErrorCategory.TRANSIENT, "db: the server does not answer"), 4,
                new LedgerUnusableException("db", "is full", "make room", null), 2,
                new IllegalStateException("a defect"), 2);
        codes.forEach((error, code) -> {
            StringWriter err = new StringWriter();
            CommandLine line = new CommandLine(new Amdahl()).setErr(new PrintWriter(err));
            assertThat(new Failures().handleExecutionException(error, line, line.parseArgs()))
                    .as("%s", error)
                    .isEqualTo(code);
            assertThat(err.toString().strip()).startsWith("amdahl: ").doesNotContain("\n");
        });
    }

    @Test
    void aHeapThatIsTooSmallAllTheSameIsSaidInOneLine() {
        StringWriter said = new StringWriter();
        int code = new Failures()
                .broken(
                        Commands.lineFor(List.of("trace")).setErr(new PrintWriter(said)),
                        new OutOfMemoryError("Java heap space"),
                        false);
        assertThat(code).isEqualTo(2);
        assertThat(said.toString())
                .startsWith("amdahl: out of memory")
                .contains("-Xmx")
                .hasLineCount(1);
    }

    @Test
    void aNameThatIsNoPathIsWrongInputWhereverItStands() {
        for (List<String> call : List.of(
                List.of("trace", "a\0b"),
                List.of("report", "--ledger", "x", "--out", "a\0b"),
                List.of("ledger", "log", "--ledger", "a\0b"))) {
            StringWriter err = new StringWriter();
            int code = Main.run(new PrintWriter(err), new PrintWriter(err), call.toArray(new String[0]));
            assertThat(code).as("%s", call).isEqualTo(2);
            assertThat(err.toString())
                    .as("%s", call)
                    .contains("not a path", "; give another name")
                    .doesNotContain("internal error", "Exception");
        }
    }

    @Test
    void aNameThatTheLocaleCannotWriteLeadsToTheLocale() {
        InvalidPathException unknown =
                new InvalidPathException("t\u00fcv", "Malformed input or input contains unmappable characters");
        StringWriter err = new StringWriter();
        CommandLine line = new CommandLine(new Amdahl()).setErr(new PrintWriter(err));
        assertThat(new Failures().handleExecutionException(unknown, line, line.parseArgs()))
                .isEqualTo(2);
        assertThat(err.toString()).contains("t\u00fcv", "LC_ALL=C.UTF-8").doesNotContain("internal error");
    }
}
