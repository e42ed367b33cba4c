package dev.amdahl.core.internal.roi;

import static dev.amdahl.core.internal.roi.Saving.Stage.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

final class SavingsAccountTest {
    private static final double EXACT = 1e-9;

    @Test
    void twiceTheSpeedOnHalfTheAcceleratorsSavesThreeQuarters() {
        SavingsAccount account = SavingsAccount.of(List.of(saving("train", "a", PROMOTED, .75)));

        assertThat(account.total(PROMOTED).expectedHours()).isCloseTo(75, within(EXACT));
    }

    @Test
    void changesOfOneFamilyMultiplyAndFamiliesAdd() {
        SavingsAccount account = SavingsAccount.of(List.of(
                saving("train", "a", PROMOTED, .25),
                saving("train", "b", PROMOTED, .25),
                saving("eval", "c", PROMOTED, .5)));

        SavingsAccount.Total promoted = account.total(PROMOTED);

        assertThat(promoted.changes()).isEqualTo(3);
        assertThat(promoted.expectedHours()).isCloseTo(43.75 + 50, within(EXACT));
        assertThat(promoted.expectedMoney()).isCloseTo(2 * 93.75, within(EXACT));
        assertThat(promoted.lowHours()).isLessThan(promoted.expectedHours());
        assertThat(promoted.highHours()).isGreaterThan(promoted.expectedHours());
    }

    @Test
    void unverifiedHypothesesNeverEnterThePromotedTotal() {
        List<Saving> savings = List.of(
                saving("train", "a", PROMOTED, .2),
                saving("train", "b", VERIFIED, .5),
                saving("train", "c", IDENTIFIED, .9));

        SavingsAccount account = SavingsAccount.of(savings);

        assertThat(account.total(PROMOTED))
                .isEqualTo(SavingsAccount.of(savings.subList(0, 1)).total(PROMOTED));
        assertThat(account.total(VERIFIED).expectedHours()).isCloseTo(80 * .5, within(EXACT));
        assertThat(account.total(IDENTIFIED).expectedHours()).isCloseTo(40 * .9, within(EXACT));
    }

    @Test
    void anEmptyAccountSavesNothing() {
        assertThat(SavingsAccount.of(List.of()).total(PROMOTED)).isEqualTo(new SavingsAccount.Total(0, 0, 0, 0, 0, 0));
    }

    @Test
    void anEstimateOutsideOfItsIntervalIsRefused() {
        assertThatThrownBy(() -> new Saving("f", "a", PROMOTED, .5, .6, .7, 1, 1))
                .hasMessageContaining("0.6");
        assertThatThrownBy(() -> new Saving("f", "a", PROMOTED, Double.NaN, 0, 1, 1, 1))
                .hasMessageContaining("NaN");
    }

    private static Saving saving(String family, String change, Saving.Stage stage, double fraction) {
        return new Saving(family, change, stage, fraction, fraction - .05, Math.min(1, fraction + .05), 100, 2);
    }
}
