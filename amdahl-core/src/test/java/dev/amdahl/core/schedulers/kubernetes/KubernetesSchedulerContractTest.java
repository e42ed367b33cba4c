package dev.amdahl.core.schedulers.kubernetes;

import dev.amdahl.spi.contract.SchedulerContract;
import dev.amdahl.spi.experiment.Scheduler;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

final class KubernetesSchedulerContractTest extends SchedulerContract {
    private static FakeCluster cluster;

    @TempDir
    Path node;

    private FakeKubelet kubelet;

    @BeforeAll
    static void startCluster() {
        cluster = new FakeCluster();
    }

    @BeforeEach
    void startKubelet() {
        kubelet = new FakeKubelet(cluster, node);
    }

    @AfterEach
    void stopKubelet() {
        kubelet.close();
    }

    @AfterAll
    static void stopCluster() {
        cluster.close();
    }

    @Override
    protected Scheduler open(Path place) {
        return new SteppingScheduler(KubernetesScheduler.over(cluster.client, Given.in(place)), kubelet);
    }
}
