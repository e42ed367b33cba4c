package dev.amdahl.core.internal.loop.dispatch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.ArmPlan;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Attachment;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import dev.amdahl.spi.profiler.Profiler;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What evidence runs are started under. */
final class CapturesTest {
    @TempDir
    Path folder;

    private record Reader(Attachment own) implements Profiler {
        @Override
        public boolean reads(Artifact artifact) {
            return false;
        }

        @Override
        public Profile read(Artifact artifact, ProfileLimits limits) {
            throw new IllegalStateException();
        }

        @Override
        public Optional<Attachment> attachment() {
            return Optional.of(own);
        }
    }

    private static final List<Profiler> ALL = List.of(
            new Reader(new Attachment(
                    "dear", .5, true, "printf 'dear ' >>\"$AMDAHL_CAPTURES/seen.txt\"; \"$@\"; exit $?")),
            new Reader(new Attachment(
                    "tool", .02, true, "printf 'tool ' >>\"$AMDAHL_CAPTURES/seen.txt\"; \"$@\"; exit $?")),
            new Reader(new Attachment("second", .03, true, "printf 'second ' >>\"$AMDAHL_CAPTURES/seen.txt\"")),
            new Reader(new Attachment("variable", .04, false, "export SEEN=yes")));

    private static final JobSpec JOB =
            JobSpec.builder("train", List.of("sh", "-c", "echo $SEEN; exit 4")).build();

    private String run(JobSpec job) throws Exception {
        ArmPlan plan = ArmPlan.of("a", job.command(), Duration.ofMinutes(1), 1000);
        ProcessBuilder builder =
                new ProcessBuilder(Captures.of(job, ALL).attached(plan).command()).directory(folder.toFile());
        builder.environment().put("AMDAHL_TRACE", folder.resolve("trace.json").toString());
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), UTF_8);
        return (process.waitFor() + " " + out).strip();
    }

    @Test
    void allThatCostLittleAreTakenAndTheCheapestToolRunsTheCommand() throws Exception {
        assertThat(run(JOB)).isEqualTo("4 yes");
        assertThat(folder.resolve("captures/seen.txt")).hasContent("tool ");
    }

    @Test
    void aJobMayNameThem() throws Exception {
        JobSpec named = JobSpec.builder(JOB.family(), JOB.command())
                .captures(List.of("dear"))
                .build();
        assertThat(run(named)).isEqualTo("4");
        assertThat(folder.resolve("captures/seen.txt")).hasContent("dear ");
    }

    @Test
    void noneIsNone() throws Exception {
        JobSpec none =
                JobSpec.builder(JOB.family(), JOB.command()).captures(List.of()).build();
        assertThat(run(none)).isEqualTo("4");
        assertThat(folder.resolve("captures")).doesNotExist();
    }

    @Test
    void aNameThatIsNoneIsRefused() {
        JobSpec wrong = JobSpec.builder(JOB.family(), JOB.command())
                .captures(List.of("tol"))
                .build();
        assertThatThrownBy(() -> Captures.of(wrong, ALL))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("job 'train'", "there is no capture 'tol'")
                .hasMessageContaining("choose of dear, second, tool, variable, or write [] for none");
    }
}
