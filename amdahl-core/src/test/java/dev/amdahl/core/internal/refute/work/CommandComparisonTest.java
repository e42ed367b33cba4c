package dev.amdahl.core.internal.refute.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.workspace.GitBuilder;
import dev.amdahl.core.internal.workspace.SandboxLimits;
import dev.amdahl.core.internal.workspace.SandboxPolicy;
import dev.amdahl.core.internal.workspace.SandboxPolicy.Scope;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.experiment.Builder;
import dev.amdahl.spi.job.OutputRule.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real commands, in a real sandbox where the test asks for one. */
final class CommandComparisonTest {
    private static final SandboxLimits SMALL = new SandboxLimits(256L << 20, 64, 32L << 20, 64L << 20, 16L << 20);

    @TempDir
    private Path folder;

    private Path first = Path.of("");
    private Path second = Path.of("");

    @BeforeEach
    void write() throws IOException {
        first = Files.writeString(folder.resolve("first"), "1\n");
        second = Files.writeString(folder.resolve("second"), "1\n");
    }

    private Comparing held() {
        Requires.program("bwrap");
        return of(SandboxPolicy.DEFAULT.with(SMALL));
    }

    private Comparing of(SandboxPolicy policy) {
        Builder builder = new GitBuilder(folder.resolve("trees"), Duration.ofMinutes(1), policy);
        return new Comparing(Optional.of(builder), true);
    }

    private Optional<String> compare(Comparing comparing, long seconds, String... command) throws IOException {
        return CommandComparison.compare(
                new Command(List.of(command)), first, second, comparing, Duration.ofSeconds(seconds));
    }

    @Test
    void whatAVariantWroteRunsNowhereButInTheSandbox() throws IOException {
        Requires.program("python3");
        Path ran = folder.resolve("ran");
        Path key = Files.writeString(folder.resolve("key"), "hunter2");
        String attack = "import pickle,sys\n"
                + "class A:\n"
                + "  def __reduce__(self):\n"
                + "    import os\n"
                + "    return (os.system, ('cat " + key + " >" + ran + "; cat " + key + "',))\n"
                + "pickle.dump(A(), open(sys.argv[1], 'wb'))";
        Process planted = new ProcessBuilder("python3", "-c", attack, second.toString()).start();
        assertThat(planted.onExit().join().exitValue()).isZero();
        String load = "import pickle,sys; [pickle.load(open(f, 'rb')) for f in sys.argv[1:] if f.endswith('second')]";

        assertThat(compare(held(), 30, "python3", "-c", load)).isEmpty();
        assertThat(ran).doesNotExist();

        assertThat(compare(of(SandboxPolicy.DEFAULT.with(Scope.UNSAFE)), 30, "python3", "-c", load))
                .isEmpty();
        assertThat(ran).as("the same in the open").hasContent("hunter2");
    }

    @Test
    void bothFilesAreReadAndNeitherIsWritten() throws IOException {
        Path script = Files.writeString(
                folder.resolve("compare.sh"),
                "echo 2 >\"$1\"; rm \"$1\"; echo 3 >" + folder.resolve("third") + "\n"
                        + "test $(wc -l </proc/net/dev) -le 3 && cmp -s \"$1\" \"$2\" && ! test -e "
                        + folder.resolve("trees") + "\n");
        Files.setPosixFilePermissions(second, PosixFilePermissions.fromString("-w-------"));

        assertThat(compare(held(), 30, "sh", script.toString())).isEmpty();
        assertThat(first).hasContent("1");
        assertThat(folder.resolve("third")).doesNotExist();

        Files.writeString(second, "2\n");
        assertThat(compare(held(), 30, "cmp", "-s"))
                .hasValueSatisfying(
                        reason -> assertThat(reason).isEqualTo("the comparison [cmp, -s] ended with exit code 1"));
    }

    @Test
    void aProgramOfOnesOwnIsTheSameInTheSandbox() throws IOException {
        Path own = Files.createDirectories(folder.resolve("opt/bin")).resolve("mine");
        Files.writeString(own, "#!/bin/sh\nexec cmp -s \"$@\"\n");
        Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rwxr-xr-x"));

        assertThat(compare(held(), 30, own.toString())).isEmpty();
    }

    @Test
    void oneThatHangsForksOrPrintsAGigabyteIsToldInOneLine() throws IOException {
        assertThat(compare(held(), 1, "sh", "-c", "sleep 60"))
                .hasValue("the comparison [sh, -c, sleep 60] took over 1 s");
        assertThat(compare(held(), 30, "sh", "-c", "head -c 1000000000 /dev/zero; head -c 1000000000 /dev/zero >&2"))
                .isEmpty();
        assertThat(compare(held(), 5, "sh", "-c", "f() { f & f & }; f; f; sleep 60"))
                .hasValueSatisfying(
                        reason -> assertThat(reason).doesNotContain("\n").hasSizeLessThan(200));
        assertThat(ProcessHandle.current()
                        .descendants()
                        .map(child -> child.info().commandLine().orElse("")))
                .noneMatch(line -> line.contains("sleep 60"));
    }

    @Test
    void withoutASandboxChangedCodeIsRefusedWithTheRemedyAndAnUnchangedProgramIsComparedAsBefore() throws IOException {
        SandboxPolicy none = new SandboxPolicy(
                Scope.UNVOUCHED, SMALL, List.of(folder.resolve("what the sandbox cannot show")), List.of());
        Comparing code = of(none);

        assertThat(compare(code, 30, "cmp", "-s"))
                .hasValueSatisfying(reason -> assertThat(reason)
                        .contains("reads what changed code wrote", "bubblewrap", "exact, numeric or json"));
        assertThat(compare(new Comparing(code.builder(), false), 30, "cmp", "-s"))
                .isEmpty();
        assertThat(compare(new Comparing(Optional.empty(), false), 30, "cmp", "-s"))
                .isEmpty();
    }

    @Test
    void whatNeedsMoreThanItIsShownIsEqualForAnUnchangedProgramAndRefusedForAChangedOne() throws IOException {
        Path neighbour = Files.writeString(folder.resolve("neighbour"), "1\n");
        String[] command = {"sh", "-c", "test -e " + neighbour + " && cmp -s \"$0\" \"$1\""};

        assertThat(compare(held(), 30, command)).isPresent();
        assertThat(compare(new Comparing(held().builder(), false), 30, command)).isEmpty();
    }
}
