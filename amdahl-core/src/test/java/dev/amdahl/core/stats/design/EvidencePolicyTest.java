package dev.amdahl.core.stats.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import org.junit.jupiter.api.Test;

class EvidencePolicyTest {

    @Test
    void barIsTheReciprocalOfTheLevelDownToTheFloor() {
        assertThat(EvidencePolicy.DEFAULT.bar(.01)).isEqualTo(100);
        assertThat(EvidencePolicy.DEFAULT.bar(.0001)).isEqualTo(400);
        assertThat(EvidencePolicy.DEFAULT.highestBar()).isEqualTo(400);
    }

    @Test
    void strictPolicyHasNoFloor() {
        assertThat(EvidencePolicy.DEFAULT.withStrictFdr(true).bar(.0001)).isEqualTo(10_000, offset(1e-9));
    }

    @Test
    void confirmationIsTwoThirdsOfTheFirstSetWithinItsCap() {
        assertThat(EvidencePolicy.QUICKSTART.confirmationTrials(7)).isEqualTo(8);
        assertThat(EvidencePolicy.QUICKSTART.confirmationTrials(13)).isEqualTo(9);
        assertThat(EvidencePolicy.QUICKSTART.confirmationTrials(15)).isEqualTo(10);
        assertThat(EvidencePolicy.DEFAULT.withCaps(60, 20).confirmationTrials(40))
                .isEqualTo(20);
    }

    @Test
    void pairsInAllGiveAtMostHalfToTheFirstSet() {
        EvidencePolicy policy = EvidencePolicy.DEFAULT.withPairs(41);
        assertThat(policy.firstCap()).isEqualTo(20);
        assertThat(policy.confirmationCap()).isEqualTo(21);
    }

    @Test
    void builderKeepsWhatItDoesNotChange() {
        EvidencePolicy policy =
                EvidencePolicy.QUICKSTART.toBuilder().minimumEffect(.02).build();
        assertThat(policy.toBuilder().minimumEffect(.01).build()).isEqualTo(EvidencePolicy.QUICKSTART);
    }
}
