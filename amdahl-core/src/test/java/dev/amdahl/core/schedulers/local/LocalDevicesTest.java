package dev.amdahl.core.schedulers.local;

import static dev.amdahl.core.schedulers.local.Requested.shell;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.Scheduler;
import dev.amdahl.spi.experiment.TrialRequest;
import dev.amdahl.spi.experiment.WorkerRunId;
import dev.amdahl.spi.job.Accelerators;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which accelerators trials get, on a machine that is said to have some. */
final class LocalDevicesTest extends LocalFixture {

    private record OnDevices(String key, Accelerators accelerators, List<ArmRequest> arms) implements TrialRequest {
        @Override
        public String family() {
            return "test";
        }
    }

    private static TrialRequest on(int count, String key, Requested.Arm arm) {
        return new OnDevices(
                key, new Accelerators("h200", count), Requested.of(key, arm).arms());
    }

    private Requested.Arm held(String key) {
        return shell("echo \"d=$CUDA_VISIBLE_DEVICES\"; touch '" + folder.resolve(key) + "'; until [ -e '"
                + folder.resolve("go") + "' ]; do sleep 0.02; done");
    }

    @Test
    void anAcceleratorServesOneTrialAtATime() throws Exception {
        Scheduler scheduler = open(4, List.of("0", "1"));
        WorkerRunId first = scheduler.submit(on(1, "first", held("first")));
        WorkerRunId second = scheduler.submit(on(1, "second", held("second")));
        awaitFile(folder.resolve("first"));
        awaitFile(folder.resolve("second"));
        WorkerRunId both = scheduler.submit(on(2, "both", shell("echo \"d=$CUDA_VISIBLE_DEVICES\"")));
        WorkerRunId third = scheduler.submit(on(1, "third", shell("echo \"d=$CUDA_VISIBLE_DEVICES\"")));
        WorkerRunId none = scheduler.submit(Requested.of("none", shell("true")));

        assertThat(end(scheduler, none)).isEqualTo(RunStatus.DONE);
        assertThat(scheduler.poll(Set.of(both, third)))
                .isEqualTo(Map.of(both, RunStatus.QUEUED, third, RunStatus.QUEUED));
        Files.createFile(folder.resolve("go"));

        assertThat(List.of(devices(scheduler, first), devices(scheduler, second)))
                .containsExactlyInAnyOrder("0", "1");
        assertThat(devices(scheduler, both)).isEqualTo("0,1");
        assertThat(devices(scheduler, third)).isIn("0", "1");
        assertThat(started(scheduler, third)).isGreaterThan(started(scheduler, both));
    }

    private static String devices(Scheduler scheduler, WorkerRunId run) {
        assertThat(end(scheduler, run)).isEqualTo(RunStatus.DONE);
        ArmResult arm = scheduler.collect(run).arms().get(0);
        return environment(arm).getOrDefault("d", "");
    }

    private static long started(Scheduler scheduler, WorkerRunId run) {
        return scheduler.collect(run).arms().get(0).started().orElseThrow().toEpochMilli();
    }

    @Test
    void anArmThatNamesItsAcceleratorWaitsForThatOne() throws Exception {
        Scheduler scheduler = open(4, List.of("0", "1"));
        WorkerRunId first = scheduler.submit(on(1, "first", held("first").with(Map.of("CUDA_VISIBLE_DEVICES", "1"))));
        awaitFile(folder.resolve("first"));
        WorkerRunId second = scheduler.submit(on(1, "second", shell("true").with(Map.of("CUDA_VISIBLE_DEVICES", "1"))));
        assertThat(scheduler.poll(Set.of(second))).containsEntry(second, RunStatus.QUEUED);
        Files.createFile(folder.resolve("go"));
        assertThat(devices(scheduler, first)).isEqualTo("1");
        assertThat(end(scheduler, second)).isEqualTo(RunStatus.DONE);
    }

    @Test
    void moreAcceleratorsThanThereAreIsRefused() {
        assertThatThrownBy(() -> open(4, List.of("0", "1")).submit(on(3, "many", shell("true"))))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("needs 3 accelerators and 2 may be used here");
        assertThat(Path.of("root/trials/many")).doesNotExist();
    }

    @Test
    void aMachineThatShowsNoneCountsNone() {
        Scheduler scheduler = open();
        assertThat(end(scheduler, scheduler.submit(on(8, "free", shell("true")))))
                .isEqualTo(RunStatus.DONE);
    }
}
