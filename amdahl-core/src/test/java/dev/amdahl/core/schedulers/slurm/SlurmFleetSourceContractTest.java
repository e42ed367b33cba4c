package dev.amdahl.core.schedulers.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.testing.PrivateSlurm;
import dev.amdahl.spi.contract.FleetSourceContract;
import dev.amdahl.spi.job.FleetSource;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a real cluster without accounting. */
final class SlurmFleetSourceContractTest extends FleetSourceContract {
    @TempDir
    static Path place;

    private static PrivateSlurm cluster;

    @BeforeAll
    static void start() {
        cluster = SlurmContext.cluster(1);
        for (String arguments : new String[] {"--gres=gpu:h200:2", "--gpus=1 --array=1-2", "--gpus=4", ""}) {
            cluster.call("sh", "-c", "sbatch --output=/dev/null --job-name=nightly-7 " + arguments + " --wrap=true");
        }
        SlurmFixture.awaitTrue(
                "all ended", () -> cluster.call("squeue", "--noheader").isBlank());
    }

    @AfterAll
    static void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @Override
    protected FleetSource source() {
        SlurmContext context =
                new SlurmContext(place, Map.of("conf", cluster.configuration().toString()), Clock.systemUTC());
        return new SlurmFleetSourceFactory().create(context);
    }

    @Test
    void theClusterTellsItsName() {
        assertThat(source().identity())
                .isPresent()
                .isEqualTo(source().identity())
                .hasValueSatisfying(name -> assertThat(name)
                        .startsWith("slurm "
                                + cluster.call("sh", "-c", "scontrol show config | sed -n 's/^ClusterName *= *//p'")
                                        .strip()
                                + " at "));
    }

    @Override
    protected Instant from() {
        return Clock.systemUTC().instant().minus(Duration.ofHours(1));
    }

    @Override
    protected Instant to() {
        return Clock.systemUTC().instant().plus(Duration.ofHours(1));
    }
}
