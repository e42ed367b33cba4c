package dev.amdahl.core.schedulers.slurm;

import dev.amdahl.core.testing.PrivateSlurm;
import dev.amdahl.spi.contract.SchedulerContract;
import dev.amdahl.spi.experiment.Scheduler;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

final class SlurmSchedulerContractTest extends SchedulerContract {
    private static PrivateSlurm cluster;

    @BeforeAll
    static void start() {
        cluster = SlurmContext.cluster(1);
    }

    @AfterAll
    static void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Override
    protected Scheduler open(Path place) {
        return SlurmContext.on(cluster, place).scheduler();
    }
}
