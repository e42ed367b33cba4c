package dev.amdahl.core.internal.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Jobs with one fault of known cost: its class gets that cost, and no other loss gets anything to speak of. */
final class PlantedFaultsTest {
    private static final int JOBS = 15;

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {
                "OVER_ALLOCATION",
                "MEMORY_CAPACITY",
                "SERVING_INTERFERENCE",
                "PRODUCTIVE",
                "UNATTRIBUTED",
                "NOT_RECORDED"
            })
    void aPlantedFaultIsAccountedToOnePerCent(Bottleneck fault) {
        for (int seed = 0; seed < JOBS; seed++) {
            PlantedJob job = PlantedJob.of(fault, new SplittableRandom(seed));

            Diagnosis diagnosis = Diagnose.diagnose(
                    "planted", job.facts(), List.of(new SeenProfile(Optional.of(job.timeline()), job.counters())));

            double found = account(diagnosis, fault, fault == Bottleneck.QUEUE_WAIT);
            assertThat(job.seconds()).as("seed %d", seed).isPositive();
            assertThat(found)
                    .as("seed %d: %s", seed, diagnosis.accounts())
                    .isCloseTo(job.seconds(), within(.01 * job.seconds()));
            double all = diagnosis.acceleratorSeconds();
            for (Account account : diagnosis.accounts()) {
                boolean isOther = account.bottleneck() != fault && account.bottleneck() != Bottleneck.PRODUCTIVE;
                assertThat(isOther ? account.acceleratorSeconds() : 0)
                        .as("seed %d: %s", seed, account)
                        .isLessThanOrEqualTo(.01 * all);
            }
        }
    }

    private static double account(Diagnosis diagnosis, Bottleneck bottleneck, boolean wall) {
        return diagnosis.accounts().stream()
                .filter(account -> account.bottleneck() == bottleneck)
                .mapToDouble(account -> wall ? account.wallSeconds() : account.acceleratorSeconds())
                .sum();
    }
}
