package dev.amdahl.core.internal.timeline.joined;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.core.internal.timeline.Diagnose;
import dev.amdahl.core.internal.timeline.JobRunFacts;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.job.Activity;
import dev.amdahl.spi.profiler.Profile;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a second artifact of a run does to its accounts. */
final class JoinedDiagnosisTest {
    private static final int PROCESS = 41;
    private static final int THREAD = 42;
    private static final JobRunFacts FACTS = JobRunFacts.of("run-1", Instant.EPOCH, Instant.EPOCH.plusMillis(400), 1);

    /** Busy to 100 ms and from 300 ms; the launching thread is in its own code between. */
    private static Profile trace() {
        return new Rows("kineto")
                .device(0, 0, 100, 300, 400)
                .host(Activity.LAUNCH, PROCESS, THREAD, 0, 1, 299, 300)
                .host(Activity.HOST_CODE, PROCESS, THREAD, 100, 299)
                .over(0, 400);
    }

    private static Diagnosis diagnosis(Profile... profiles) {
        return Diagnose.diagnose("train", FACTS, List.of(profiles));
    }

    @Test
    void timeOffTheProcessorOfTheLaunchingThreadIsContention() {
        Profile off = new Rows("perf")
                .host(Activity.OFF_CPU, PROCESS, THREAD, 120, 286)
                .over(0, 400);

        Diagnosis alone = diagnosis(trace());
        Diagnosis joined = diagnosis(trace(), off);

        assertThat(alone.acceleratorSeconds(Bottleneck.HOST_SERIAL)).isEqualTo(.2, within(1e-9));
        assertThat(joined.acceleratorSeconds(Bottleneck.HOST_CONTENTION)).isEqualTo(.166, within(1e-9));
        assertThat(joined.acceleratorSeconds(Bottleneck.HOST_SERIAL)).isEqualTo(.034, within(1e-9));
        assertThat(joined.acceleratorSeconds()).isEqualTo(alone.acceleratorSeconds(), within(1e-9));
        assertThat(joined.findings())
                .contains("perf: joined to kineto, both count from the epoch, clocks within 2.000 ms");
    }

    @Test
    void timeOffTheProcessorOfAnotherProcessChangesNoAccount() {
        Profile other = new Rows("perf").host(Activity.OFF_CPU, 7, 8, 120, 286).over(0, 400);

        assertThat(diagnosis(trace(), other).accounts())
                .isEqualTo(diagnosis(trace()).accounts());
    }

    @Test
    void anArtifactThatSawNothingChangesNoAccount() {
        Profile silent = new Rows("perf")
                .host(Activity.OFF_CPU, PROCESS, THREAD, 350, 351)
                .over(0, 400);

        assertThat(diagnosis(trace(), silent).accounts())
                .isEqualTo(diagnosis(trace()).accounts());
    }
}
