package dev.amdahl.spi.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.job.Lane;
import dev.amdahl.spi.job.Timeline;
import dev.amdahl.spi.profiler.Artifact;
import dev.amdahl.spi.profiler.Attachment;
import dev.amdahl.spi.profiler.Profile;
import dev.amdahl.spi.profiler.ProfileLimits;
import dev.amdahl.spi.profiler.Profiler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract of {@link Profiler} as a test suite. Extend it and supply an instance. */
public abstract class ProfilerContract {
    @TempDir
    Path directory;

    /** Returns the profiler under test. */
    protected abstract Profiler profiler();

    /** Writes a small valid artifact, at most some ten kilobytes, into an empty directory. */
    protected abstract Artifact write(Path directory) throws IOException;

    /** For the test framework. */
    protected ProfilerContract() {
        directory = Path.of("");
    }

    @Test
    void knowsItsOwnKindAndNoOther() throws IOException {
        Artifact own = write(directory);
        assertThat(profiler().reads(own)).isTrue();
        Path foreign = directory.resolve("foreign");
        for (byte[] content :
                List.of(new byte[0], new byte[] {0, -1, 31, -117}, "plain text\n".getBytes(StandardCharsets.UTF_8))) {
            Files.write(foreign, content);
            assertThat(profiler().reads(new Artifact(foreign, own.role()))).isFalse();
        }
        assertThat(profiler().reads(new Artifact(directory, own.role()))).isFalse();
        assertThat(profiler().reads(new Artifact(directory.resolve("absent"), own.role())))
                .isFalse();
    }

    @Test
    void readsTheSameTwice() throws IOException {
        Artifact own = write(directory);
        Profile first = profiler().read(own, ProfileLimits.DEFAULT);
        Profile second = profiler().read(own, ProfileLimits.DEFAULT);
        assertThat(first.artifact()).isEqualTo(own);
        assertThat(first.profiler()).isNotBlank().isEqualTo(second.profiler());
        assertThat(first.counters()).isEqualTo(second.counters());
        assertThat(first.findings()).isEqualTo(second.findings());
        assertThat(first.counters().values())
                .allSatisfy(value -> assertThat(value).isFinite());
        assertThat(first.timeline().isPresent() || !first.counters().isEmpty()).isTrue();
        first.timeline().ifPresent(ProfilerContract::wellFormed);
    }

    @Test
    void namesTheFileThatIsNotThere() {
        Path absent = directory.resolve("absent.file");
        assertThatThrownBy(() -> profiler().read(new Artifact(absent, "trace"), ProfileLimits.DEFAULT))
                .isInstanceOfSatisfying(
                        AmdahlException.class, e -> assertThat(e.category()).isEqualTo(ErrorCategory.USER))
                .hasMessageContaining(absent.toString());
    }

    @Test
    void keepsTheByteLimit() throws IOException {
        Artifact own = write(directory);
        ProfileLimits narrow = new ProfileLimits(16, 1000, 64);
        assertThatThrownBy(() -> profiler().read(own, narrow))
                .isInstanceOfSatisfying(
                        AmdahlException.class, e -> assertThat(e.category()).isEqualTo(ErrorCategory.USER))
                .hasMessageContaining(own.path().toString())
                .hasMessageContaining("16");
    }

    @Test
    void aFileCutAnywhereIsReadOrRefusedWithATypedError() throws IOException {
        Artifact own = write(directory);
        byte[] whole = Files.readAllBytes(own.path());
        Path cut = directory.resolve("cut-" + own.path().getFileName());
        int refused = 0;
        for (int length = 0; length < whole.length; length++) {
            Files.write(cut, Arrays.copyOf(whole, length));
            refused += readOrRefuse(new Artifact(cut, own.role()));
        }
        assertThat(refused).isPositive();
    }

    @Test
    void aDamagedByteIsReadOrRefusedWithATypedError() throws IOException {
        Artifact own = write(directory);
        byte[] whole = Files.readAllBytes(own.path());
        Path damaged = directory.resolve("damaged-" + own.path().getFileName());
        for (int at = 0; at < whole.length; at++) {
            byte[] bytes = whole.clone();
            bytes[at] = (byte) (at % 2 == 0 ? 0xFF : bytes[at] ^ 0x20);
            Files.write(damaged, bytes);
            readOrRefuse(new Artifact(damaged, own.role()));
        }
        assertThat(whole).isNotEmpty();
    }

    @Test
    void aCaptureThatStopsTwiceGivesTheSame() throws IOException {
        Path captured = Files.createDirectory(directory.resolve("captured"));
        var capture = profiler().capture(ProcessHandle.current().pid(), captured);
        if (capture.isPresent()) {
            Artifact first = capture.get().stop();
            assertThat(capture.get().stop()).isEqualTo(first);
            assertThat(first.path()).startsWith(captured);
            assertThat(profiler().reads(first)).isTrue();
            assertThatCode(() -> profiler().read(first, ProfileLimits.DEFAULT)).doesNotThrowAnyException();
        }
    }

    /** Asserts that a command runs as ever under the attachment, where its tool is there and where it is not. */
    @Test
    void anAttachedCommandRunsAsEver() throws IOException, InterruptedException {
        Optional<Attachment> attachment = profiler().attachment();
        if (attachment.isPresent()) {
            Path shell = Requires.program("sh");
            Path captures = Files.createDirectory(directory.resolve("captures"));
            String script = attachment.get().script() + "\nexec \"$@\"\n";
            String command = "printf '%s' \"$1\"; exit 3";
            ProcessBuilder builder = new ProcessBuilder(
                            shell.toString(), "-c", script, "sh", "sh", "-c", command, "sh", "a b;$c'd")
                    .redirectError(directory.resolve("stderr").toFile())
                    .directory(directory.toFile());
            builder.environment().put("AMDAHL_CAPTURES", captures.toString());
            Process process = builder.start();
            assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo("a b;$c'd");
            assertThat(process.waitFor()).isEqualTo(3);
        }
    }

    private int readOrRefuse(Artifact artifact) {
        profiler().reads(artifact);
        try {
            profiler().read(artifact, ProfileLimits.DEFAULT).timeline().ifPresent(ProfilerContract::wellFormed);
            return 0;
        } catch (AmdahlException e) {
            assertThat(e.category()).isEqualTo(ErrorCategory.USER);
            assertThat(e).hasMessageContaining(artifact.path().toString());
            return 1;
        }
    }

    private static void wellFormed(Timeline timeline) {
        for (Lane lane : timeline.lanes()) {
            for (int i = 0; i < lane.size(); i++) {
                assertThat(lane.activity(i).side()).isEqualTo(lane.side());
                assertThat(lane.start(i)).isBetween(timeline.startNanos(), timeline.endNanos());
                assertThat(lane.end(i)).isBetween(lane.start(i), timeline.endNanos());
                assertThat(i == 0 || lane.start(i) >= lane.start(i - 1)).isTrue();
                assertThat(lane.label(i)).isNotNull();
            }
        }
    }
}
