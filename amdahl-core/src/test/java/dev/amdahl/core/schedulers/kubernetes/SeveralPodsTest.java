package dev.amdahl.core.schedulers.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.experiment.RunStatus;
import dev.amdahl.spi.experiment.WorkerRunId;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.batch.v1.JobSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trials on several nodes as one Indexed Job, whose pods are processes of this machine that share a volume. */
final class SeveralPodsTest {
    private static final int NODES = 3;

    @TempDir
    Path node;

    @TempDir
    Path volume;

    private FakeCluster cluster;
    private FakeKubelet kubelet;
    private KubernetesScheduler scheduler;

    @BeforeEach
    void open() {
        cluster = new FakeCluster();
        kubelet = new FakeKubelet(cluster, node);
        scheduler = KubernetesScheduler.over(
                cluster.client, Given.in(volume).with("volume-claim", "trials").with("root", volume.toString()));
    }

    @AfterEach
    void close() {
        kubelet.close();
        cluster.close();
    }

    private WorkerRunId finished(String key, String command) throws IOException {
        WorkerRunId run = scheduler.submit(Wanted.shell(key, command).onNodes(NODES));
        kubelet.finish("amdahl-" + key);
        assertThat(scheduler.poll(Set.of(run))).containsEntry(run, RunStatus.DONE);
        return run;
    }

    @Test
    void anArmRunsInAllPodsAndTakesAsLongAsTheSlowest() throws IOException {
        WorkerRunId run = finished("wide", """
                echo "$GREETING $AMDAHL_NODE of $AMDAHL_NODES, first $AMDAHL_NODE_0"
                echo '{"work_units": '"$AMDAHL_NODE"'}' >"$AMDAHL_METRICS"
                echo "$AMDAHL_NODE" >"$AMDAHL_OUTPUT/shard-$AMDAHL_NODE"
                : >"ran-$AMDAHL_NODE"
                sleep "0.$((AMDAHL_NODE * 4))"
                """);

        assertThat(scheduler.collect(run).host()).isEqualTo(FakeKubelet.NODE);
        assertThat(scheduler.collect(run).arms()).hasSize(2).allSatisfy(arm -> {
            assertThat(arm.isSuccess()).isTrue();
            assertThat(arm.workUnits()).as("of the first node").hasValue(0);
            assertThat(arm.wallSeconds().orElseThrow()).isBetween(.8, 3.0);
            assertThat(arm.covariates().get(Covariate.NODE_SKEW)).isGreaterThan(.3);
            assertThat(arm.digests())
                    .containsKeys("AMDAHL_OUTPUT/shard-0", "AMDAHL_OUTPUT/shard-1", "AMDAHL_OUTPUT/shard-2");
            assertThat(arm.notes()).anyMatch(note -> note.matches(".*: node-70 .*, node-71 .*, node-72 .*"));
            Path folder = arm.folder().orElseThrow();
            assertThat(folder.resolve("stdout")).hasContent("it's 0 of 3, first 10.0.0.0");
            assertThat(folder.resolve("nodes/2/printed")).hasContent("it's 2 of 3, first 10.0.0.0");
            assertThat(folder.resolve("run/ran-1")).exists();
        });
    }

    @Test
    void aPodThatFailsEndsTheArmInAllOfThem() throws IOException {
        ArmResult arm = scheduler
                .collect(finished("broken", "[ \"$AMDAHL_NODE\" != 1 ] || exit 3; sleep 40"))
                .arms()
                .get(1);

        assertThat(arm.exitCode()).hasValue(3);
        assertThat(arm.wallSeconds().orElseThrow()).isLessThan(30);
    }

    @Test
    void theJobIsIndexedWithEachPodOnANodeOfItsOwn() {
        scheduler.submit(Wanted.shell("spread", "true").onNodes(NODES));

        JobSpec job = cluster.client
                .batch()
                .v1()
                .jobs()
                .inNamespace(FakeCluster.NAMESPACE)
                .withName("amdahl-spread")
                .get()
                .getSpec();
        assertThat(job.getCompletionMode()).isEqualTo("Indexed");
        assertThat(job.getCompletions()).isEqualTo(NODES);
        assertThat(job.getParallelism()).isEqualTo(NODES);
        var pod = job.getTemplate().getSpec();
        assertThat(pod.getContainers().get(0).getResources().getLimits())
                .as("of one pod")
                .isEqualTo(Map.of("nvidia.com/gpu", new Quantity("2")));
        assertThat(pod.getAffinity()
                        .getPodAntiAffinity()
                        .getRequiredDuringSchedulingIgnoredDuringExecution()
                        .get(0)
                        .getTopologyKey())
                .isEqualTo("kubernetes.io/hostname");
    }

    @Test
    void withoutAVolumeThatAllSeeItIsRefused() {
        KubernetesScheduler byLog = KubernetesScheduler.over(cluster.client, Given.in(volume));

        assertThatThrownBy(() -> byLog.submit(Wanted.shell("alone", "true").onNodes(NODES)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("set volume-claim");
    }
}
