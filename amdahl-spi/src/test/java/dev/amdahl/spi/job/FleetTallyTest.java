package dev.amdahl.spi.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class FleetTallyTest {
    @Test
    void tooManyFamiliesAreAddedUpInFurtherPassesExactly() {
        FleetSums one = sum(1 << 20, new AtomicInteger());
        AtomicInteger passes = new AtomicInteger();
        FleetSums many = sum(100, passes);

        assertThat(passes.get()).isGreaterThan(20);
        assertThat(many.families()).isEqualTo(one.families()).hasSize(25);
        assertThat(many.totals().families()).isEqualTo(one.totals().families()).isEqualTo(3000);
        assertThat(many.totals().runs()).isEqualTo(20_000);
        assertThat(many.rejected()).isEqualTo(1);
        assertThat(many.notes()).containsExactly("a note");
        assertThat(many.totals().first()).isEqualTo(one.totals().first());
    }

    private static FleetSums sum(int most, AtomicInteger passes) {
        return FleetTally.sum(25, most, tally -> {
            passes.incrementAndGet();
            Random random = new Random(4);
            for (int i = 0; i < 20_000; i++) {
                double held = random.nextInt(100);
                double wasted = random.nextInt(5) / 4.0;
                FamilyTally family = tally.family("family " + i % 3000);
                if (family != null) {
                    family.add(1, held, wasted, wasted, 0);
                }
                tally.covers(i);
            }
            tally.reject("a row");
            tally.note("a note");
        });
    }
}
