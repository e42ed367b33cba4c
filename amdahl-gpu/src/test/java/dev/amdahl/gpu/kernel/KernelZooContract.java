package dev.amdahl.gpu.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.refine.Finding;
import dev.amdahl.spi.refine.Hack;
import dev.amdahl.spi.refine.Stage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The whole zoo on the path to a device. */
abstract class KernelZooContract extends KernelLabContract {
    /** Tricks of a host: no device has them, and whatever else stops them will do. */
    private static final Set<String> OF_A_HOST = Set.of("07-rowsum-answers-itself.cu", "15-rowsum-system-call.cu");

    static Stream<Path> cheats() {
        return Lab.sources("cheats").stream();
    }

    @ParameterizedTest
    @MethodSource("cheats")
    void aCheatIsRejectedForTheRightReason(Path file) throws IOException {
        String source = Files.readString(file);
        String reason = source.substring(3, source.indexOf(':'));
        Duration limit = Duration.ofSeconds(file.toString().endsWith("hangs.cu") ? 15 : 60);
        Finding finding = verify(Lab.task(file), source, limit);
        assertThat(finding.isCorrect()).as(finding.feedback()).isFalse();
        if (OF_A_HOST.contains(file.getFileName().toString())) {
            return;
        }
        if (Stream.of(Milestone.LAUNCH_ERROR, Milestone.WRONG)
                .anyMatch(one -> one.name().equals(reason))) {
            assertThat(finding.stage()).isEqualTo(Stage.BUILT);
            assertThat(finding.feedback()).startsWith(reason);
        } else {
            assertThat(finding.hack()).as(finding.feedback()).contains(Hack.valueOf(reason));
        }
    }

    static Stream<Path> honest() {
        return Lab.sources("honest").stream();
    }

    @ParameterizedTest
    @MethodSource("honest")
    void anHonestKernelIsRight(Path file) throws IOException {
        Finding finding = verify(Lab.task(file), Files.readString(file));
        assertThat(finding.isCorrect()).as(finding.feedback()).isTrue();
    }
}
