package dev.amdahl.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.contract.Requires;
import dev.amdahl.spi.experiment.Decision;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("soak")
final class PairedComparisonTest {
    @TempDir
    Path folder;

    @BeforeEach
    void needsAMachineThatMeasures() {
        Requires.processors(2);
        Requires.program("setsid");
    }

    private PairedComparison of(String baseline, String variant) {
        return PairedComparison.of(baseline, variant).directory(folder);
    }

    @Test
    void halfTheTimeIsAWinWithItsTimesVotesAndReasons() throws Exception {
        ComparisonResult result =
                of("sleep .08; echo same", "sleep .04; echo same").output("-").run();
        assertThat(result.decision()).as("%s", result.reasons()).isEqualTo(Decision.WIN);
        assertThat(result.ratio().orElseThrow()).isLessThan(.9);
        assertThat(result.votes()).isNotEmpty();
        assertThat(result.reasons()).isNotEmpty();
        assertThat(result.times().baseline().orElseThrow())
                .isGreaterThan(result.times().variant().orElseThrow());
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void whatCannotBeMeasuredIsNamedWithTheRemedy() throws Exception {
        assertThatThrownBy(() -> of(" ", "true")).hasMessageStartingWith("baseline: the command is empty");
        assertThatThrownBy(() -> of("true", "true").pairs(11).run())
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("pairs: was 11, and fewer than 12 can show no difference");
        assertThatThrownBy(() -> of("true", "no-such-program-here").run())
                .hasMessageStartingWith("variant: 'no-such-program-here' cannot be started, exit code 127");
        assertThatThrownBy(() -> of("date +%N", "echo 1").output("-").run())
                .hasMessageStartingWith("output -: two runs of the baseline write different content");
        assertThatThrownBy(() -> of("true", "true").output("../out").run())
                .hasMessageStartingWith("output: '../out' leaves the working directory");
        Files.createFile(folder.resolve("out"));
        assertThatThrownBy(() -> of("true", "true").output("out").run())
                .hasMessageContaining("out: the output exists before the first run");
    }

    @Test
    void aComparisonThatIsKeptGoesByItsQuestion() throws Exception {
        String ledger = folder.resolve("kept/ledger").toString();
        Files.createDirectory(folder.resolve("kept"));
        List<String> remarks = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            of("sleep .05", "sleep .05")
                    .pairs(12)
                    .ledger(ledger)
                    .remarks(remarks::add)
                    .run();
        }
        assertThat(remarks).anyMatch(line -> line.contains("it is measured again"));
    }

    /** Takes some milliseconds, or throws. */
    private record Sleep(int millis) implements Callable<Integer>, Serializable {
        private static final long serialVersionUID = 1L;

        @Override
        public Integer call() {
            if (millis < 0) {
                throw new IllegalStateException("less than nothing");
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
            return 1;
        }
    }

    @Test
    void tasksAreTimedInJvmsOfTheirOwn() throws Exception {
        ComparisonResult result = PairedComparison.of(new Sleep(60), new Sleep(30))
                .pairs(24)
                .output("-")
                .run();
        assertThat(result.decision()).as("%s", result.reasons()).isEqualTo(Decision.WIN);
        assertThat(result.ratio().orElseThrow()).isBetween(.4, .7);
        assertThat(result.reasons()).noneMatch(reason -> reason.contains("in this JVM"));
    }

    @Test
    void whatCannotBeSerializedIsCalledHereAndTheResultSaysSo() throws Exception {
        Object here = new Object();
        ComparisonResult result = PairedComparison.of(
                        () -> new Sleep(here.hashCode() == 0 ? 61 : 60).call(), new Sleep(30))
                .pairs(24)
                .run();
        assertThat(result.decision()).as("%s", result.reasons()).isEqualTo(Decision.WIN);
        assertThat(result.reasons())
                .anyMatch(reason -> reason.startsWith("both tasks were called in this JVM, as the baseline cannot be"));
    }

    @Test
    void aTaskThatHangsEndsTheComparisonWithTheRemedy() throws Exception {
        Object here = new Object();
        List<Callable<Integer>> hanging =
                List.of(new Sleep(60_000), () -> new Sleep(here.hashCode() == 0 ? 1 : 60_000).call());
        for (Callable<Integer> task : hanging) {
            assertThatThrownBy(() -> PairedComparison.of(task, new Sleep(1))
                            .pairs(12)
                            .timeLimit(Duration.ofSeconds(2))
                            .run())
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("baseline: its calls did not return within 2.0 s", "give a longer timeLimit");
        }
    }

    @Test
    void whatAKilledProcessLeftIsEndedByTheNextComparison() throws Exception {
        Path temporary = Files.createDirectory(folder.resolve("temporary"));
        Path begun = folder.resolve("begun");
        Process killed = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.io.tmpdir=" + temporary,
                        "-cp",
                        System.getProperty("java.class.path"),
                        Endless.class.getName(),
                        begun.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        await(() -> Files.exists(begun));
        killed.destroyForcibly().waitFor();
        long trial = Long.parseLong(Files.readString(begun).strip());
        assertThat(temporary.toFile().list()).anyMatch(name -> name.startsWith("amdahl-comparison"));

        String before = System.setProperty("java.io.tmpdir", temporary.toString());
        try {
            assertThatThrownBy(() -> of("true", "true").pairs(11).run()).isInstanceOf(InvalidInputException.class);
        } finally {
            System.setProperty("java.io.tmpdir", before);
        }

        await(() -> ProcessHandle.of(trial).filter(ProcessHandle::isAlive).isEmpty());
        assertThat(temporary.toFile().list()).noneMatch(name -> name.startsWith("amdahl-comparison"));
    }

    /** Compares what does not end, and says when it has begun. */
    static final class Endless {
        public static void main(String[] arguments) throws Exception {
            String command = "echo $$ > " + arguments[0] + ".draft; mv " + arguments[0] + ".draft " + arguments[0]
                    + "; sleep 300";
            PairedComparison.of(command, command).fresh().run();
        }
    }

    private static void await(BooleanSupplier isSo) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!isSo.getAsBoolean()) {
            assertThat(System.nanoTime()).as("in time").isLessThan(end);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }

    @Test
    void aTaskThatThrowsIsRefuted() throws Exception {
        assertThat(PairedComparison.of(new Sleep(1), new Sleep(-1))
                        .pairs(12)
                        .run()
                        .decision())
                .isEqualTo(Decision.REFUTED);
    }
}
