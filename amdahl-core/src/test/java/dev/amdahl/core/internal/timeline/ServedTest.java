package dev.amdahl.core.internal.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** A server is diagnosed from what a load has shown of it. */
final class ServedTest {
    private static Diagnosis of(Map<String, Double> shown) {
        JobRunFacts facts =
                new JobRunFacts("served", Instant.EPOCH, Instant.EPOCH.plusSeconds(100), 0, 0, 1, OptionalInt.of(2));
        SeenProfile process =
                new SeenProfile(Optional.empty(), Map.of("wall_seconds", 100.0, "device_busy_fraction", .8));
        return Diagnose.diagnose("chat", facts, List.of(process, new SeenProfile(Optional.empty(), shown)));
    }

    private static double underBatched(Diagnosis diagnosis) {
        return diagnosis.accounts().stream()
                .filter(account -> account.bottleneck() == Bottleneck.UNDER_BATCHED)
                .mapToDouble(Account::wallSeconds)
                .sum();
    }

    @Test
    void timeInWhichALimitHoldsRequestsUpIsThatOfBatchesThatAreTooSmall() {
        Diagnosis capped = of(Map.of("batch_capped_frac", .5));

        assertThat(underBatched(capped)).isCloseTo(40, Offset.offset(1e-9));
        assertThat(capped.findings()).anyMatch(finding -> finding.contains("[amdahl.batch-limit]"));
        Diagnosis free = of(Map.of("batch_capped_frac", 0.0));
        assertThat(underBatched(free)).isZero();
        assertThat(free.findings()).noneMatch(finding -> finding.contains("[amdahl.batch-limit]"));
    }

    @Test
    void promptsThatHoldAnswersUpAndAFullCacheAreFindings() {
        assertThat(of(Map.of("prefill_decode_interference", .3, "kv_cache_used_frac", .99))
                        .findings())
                .anyMatch(finding -> finding.contains("[amdahl.interference]"))
                .anyMatch(finding -> finding.contains("[amdahl.cache-full]"));
        assertThat(of(Map.of("prefill_decode_interference", .05, "kv_cache_used_frac", .5))
                        .findings())
                .noneMatch(finding -> finding.contains("[amdahl.interference]"))
                .noneMatch(finding -> finding.contains("[amdahl.cache-full]"));
    }
}
