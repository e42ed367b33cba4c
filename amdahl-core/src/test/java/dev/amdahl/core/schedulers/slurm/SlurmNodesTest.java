package dev.amdahl.core.schedulers.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.testing.PrivateSlurm;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.EnvironmentFact;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.WorkerRunId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Trials of jobs that run on several nodes at once, on a real cluster of three. */
@Tag("nodes")
final class SlurmNodesTest extends SlurmFixture {

    @Test
    void anArmRunsOnAllNodesAndTakesAsLongAsTheSlowest() {
        SlurmScheduler scheduler = open();
        WorkerRunId run = scheduler.submit(Batch.of("wide", """
                echo "from $SLURM_NODEID"
                echo '{"metrics": {"rank": '"$SLURM_NODEID"'}}' >"$AMDAHL_METRICS"
                echo "$SLURM_NODEID" >"$AMDAHL_OUTPUT/shard-$SLURM_NODEID"
                : >"ran-$SLURM_NODEID"
                echo "$SLURM_NODEID" >"$AMDAHL_TRACE"
                sleep "$(echo "0.2 0.4 0.9" | cut -d ' ' -f $((SLURM_NODEID + 1)))"
                """).onNodes(NODES));

        await(scheduler, run, RunStatus.DONE);

        assertThat(scheduler.collect(run).host()).as("by Slurm's name").isEqualTo("n1");
        assertThat(scheduler.collect(run).arms()).hasSize(2).allSatisfy(arm -> {
            assertThat(arm.isSuccess()).isTrue();
            assertThat(arm.wallSeconds().orElseThrow()).isBetween(.9, 2.5);
            assertThat(arm.covariates().get(Covariate.NODE_SKEW)).isBetween(.3, .8);
            assertThat(arm.cpuSeconds()).isPresent();
            assertThat(arm.metrics()).as("those of the first node").containsEntry("rank", 0.0);
            assertThat(arm.digests())
                    .containsKeys("AMDAHL_OUTPUT/shard-0", "AMDAHL_OUTPUT/shard-1", "AMDAHL_OUTPUT/shard-2");
            assertThat(arm.circumstances()).containsEntry(EnvironmentFact.NODES, "n1 n2 n3");
            assertThat(arm.notes())
                    .anyMatch(note -> note.matches("nodes that ended by themselves: n1 .*, n2 .*, n3 .*"))
                    .anyMatch(note -> note.matches("of 3 nodes the slowest is n3 .* s, the fastest n1 .* s"));
        });
        assertThat(read("wide", "a/stdout")).isEqualTo("from 0\n");
        assertThat(read("wide", "b/nodes/2/printed")).isEqualTo("from 2\n");
        assertThat(read("wide", "b/trace.json")
                        + read("wide", "b/nodes/1/trace.json")
                        + read("wide", "b/nodes/2/trace.json"))
                .isEqualTo("0\n1\n2\n");
        assertThat(read("wide", "b/nodes/1/metrics.json")).contains("\"rank\": 1");
        assertThat(trial("wide").resolve("b/run/ran-2")).exists();
        assertThat(jobs("wide")).as("both arms in one allocation").hasSize(1);
    }

    @Test
    void aNodeThatFailsEndsTheArmOnAllOfThem() {
        SlurmScheduler scheduler = open();
        WorkerRunId run = scheduler.submit(Batch.of("broken", """
                [ "$SLURM_NODEID" = 1 ] && { echo "no such device" >&2; exit 3; }
                sleep 50
                """).onNodes(NODES));

        await(scheduler, run, RunStatus.DONE);

        ArmResult arm = scheduler.collect(run).arms().get(0);
        assertThat(arm.exitCode()).hasValue(3);
        assertThat(arm.isTimedOut()).isFalse();
        assertThat(arm.wallSeconds().orElseThrow()).isLessThan(40);
        assertThat(read("broken", "a/nodes/1/printed")).isEqualTo("no such device\n");
    }

    @Test
    void whatRunsTooLongIsEndedOnEveryNodeBeforeTheOtherArmStarts() {
        SlurmScheduler scheduler = open();
        Path marks = place.resolve("marks");
        WorkerRunId run = scheduler.submit(Batch.of(
                        "long",
                        "trap '' TERM; echo \"start $SLURM_STEP_ID $(date +%s%N)\" >>" + marks
                                + "; for i in 1 2 3 4 5 6 7 8 9 10 11 12; do sleep 1; done; echo late >>" + marks)
                .onNodes(NODES)
                .within(Duration.ofSeconds(2)));

        await(scheduler, run, RunStatus.DONE);

        assertThat(scheduler.collect(run).arms())
                .allSatisfy(arm -> assertThat(arm.isTimedOut()).isTrue());
        awaitTrue("no job is left", () -> cluster.call("squeue", "--noheader").isBlank());
        assertThat(marks).content().doesNotContain("late");
        assertThat(marks).content().hasLineCount(2 * NODES);
    }

    @Test
    void aNodeThatIsLostLeavesNoResult() {
        SlurmScheduler scheduler = open();
        WorkerRunId run = scheduler.submit(Batch.of("lost", "sleep 50").onNodes(NODES));
        awaitTrue("start", () -> Files.isDirectory(trial("lost").resolve("a/nodes/2")));
        cluster.call("scontrol", "update", "NodeName=n3", "State=DOWN", "Reason=test");
        try {
            await(scheduler, run, RunStatus.INFRA_FAILED);
            assertThat(scheduler.reason(run).orElseThrow()).contains("NODE_FAIL");
        } finally {
            cluster.call("scontrol", "update", "NodeName=n3", "State=RESUME");
        }
    }

    @Test
    void aNodeThatAnotherJobTakesLeavesNoResult() {
        SlurmScheduler scheduler = open();
        WorkerRunId run = scheduler.submit(Batch.of("weak", "sleep 50").onNodes(NODES));
        awaitTrue("start", () -> Files.isDirectory(trial("weak").resolve("a/nodes/2")));
        cluster.call(
                "sbatch", "--partition=urgent", "--nodelist=n2", "--exclusive", "--output=/dev/null", "--wrap=true");

        await(scheduler, run, RunStatus.INFRA_FAILED);

        assertThat(scheduler.reason(run).orElseThrow()).contains("PREEMPTED");
    }

    @Test
    void aNodeWhoseMachineDiesLeavesNoResultEvenBeforeSlurmNotices() {
        SlurmScheduler scheduler = open();
        WorkerRunId run =
                scheduler.submit(Batch.of("dead", "sleep 50").onNodes(NODES).within(Duration.ofSeconds(3)));
        awaitTrue("start", () -> Files.isDirectory(trial("dead").resolve("a/nodes/2")));
        of("n3").forEach(ProcessHandle::destroyForcibly);
        try {
            await(scheduler, run, RunStatus.INFRA_FAILED);
            assertThat(scheduler.reason(run).orElseThrow()).contains("a node was lost while arm a ran");
        } finally {
            cluster.kill(PrivateSlurm.Daemon.SLURMD);
            cluster.start(PrivateSlurm.Daemon.SLURMD);
        }
    }

    /** The daemon of a node and all that it started. */
    private static List<ProcessHandle> of(String node) {
        return ProcessHandle.allProcesses()
                .filter(process -> {
                    try {
                        String environment = Files.readString(
                                Path.of("/proc", "" + process.pid(), "environ"), StandardCharsets.ISO_8859_1);
                        String command = Files.readString(
                                Path.of("/proc", "" + process.pid(), "cmdline"), StandardCharsets.ISO_8859_1);
                        return environment.contains(cluster.configuration().toString())
                                && (environment.contains("SLURMD_NODENAME=" + node)
                                        || command.contains("-N\0" + node)
                                        || command.contains(" -N " + node));
                    } catch (IOException gone) {
                        return false;
                    }
                })
                .toList();
    }

    @Test
    void acceleratorsAreAskedForByNode() {
        SlurmScheduler scheduler = open();
        WorkerRunId run = scheduler.submit(
                Batch.of("gpus", "echo $SLURM_JOB_GPUS; sleep 0.1").holding("h200", 8, 2));

        await(scheduler, run, RunStatus.DONE);

        assertThat(cluster.call("scontrol", "show", "job", read("gpus", "job").strip()))
                .contains("NumNodes=2")
                .contains("TresPerNode=gres:gpu:h200:4");
    }
}
