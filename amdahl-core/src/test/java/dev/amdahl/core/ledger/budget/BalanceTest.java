package dev.amdahl.core.ledger.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.ledger.budget.Balance.Reservation;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class BalanceTest {
    private static final LocalDate MONDAY = LocalDate.parse("2026-03-02");
    private static final Budget BUDGET = Budget.acceleratorHours(10).withPerDay(Limits.acceleratorHours(4));

    private static Balance start() {
        return Balance.EMPTY.under(BUDGET).on(MONDAY);
    }

    private static Amounts hours(double hours) {
        return Amounts.accelerators(3600 * hours, 2);
    }

    @Test
    void whatIsSetAsideIsUsedUntilItIsSettled() {
        Balance reserved = start().reserve(hours(3));

        assertThat(reserved.refusal(hours(1))).isEmpty();
        assertThat(reserved.refusal(hours(1.5)))
                .hasValueSatisfying(reason ->
                        assertThat(reason).startsWith("budget of 4 accelerator-hours a day is spent: 3 used"));
        Balance settled = reserved.settle(new Reservation(MONDAY, "run", hours(3)), hours(.5));
        assertThat(settled.total().used()).isEqualTo(hours(.5));
        assertThat(settled.today().used()).isEqualTo(hours(.5));
        assertThat(settled.refusal(hours(3.5))).isEmpty();
    }

    @Test
    void aNewDayRefillsTheDayAndNeverTheTotal() {
        Balance spent = start().spend(hours(4));

        assertThat(spent.refusal(hours(1))).isPresent();
        Balance tuesday = spent.on(MONDAY.plusDays(1)).spend(hours(4)).on(MONDAY.plusDays(2));
        assertThat(tuesday.refusal(hours(2))).isEmpty();
        assertThat(tuesday.refusal(hours(3)))
                .hasValueSatisfying(reason -> assertThat(reason).contains("10 accelerator-hours is spent"));
    }

    @Test
    void aClockThatIsSetBackRefillsNothing() {
        Balance spent = start().spend(hours(4));

        for (LocalDate earlier : List.of(MONDAY.minusDays(2), MONDAY.minusYears(40), MONDAY)) {
            assertThat(spent.on(earlier)).isEqualTo(spent);
            assertThat(spent.on(earlier).refusal(hours(.1))).isPresent();
        }
    }

    @Test
    void aCostBelongsToTheDayOnWhichItWasSetAside() {
        Reservation late = new Reservation(MONDAY, "run", hours(4));
        Balance tuesday = start().reserve(hours(4)).on(MONDAY.plusDays(1)).reserve(hours(4));

        Balance settled = tuesday.settle(late, hours(3));

        assertThat(settled.today().used()).isEqualTo(hours(4));
        assertThat(settled.total().used()).isEqualTo(hours(7));
    }

    @Test
    void whatARunHeldBeyondItsLimitIsShownApartAndCountsAgainstWhatComesNext() {
        Balance over = start().reserve(hours(3)).settle(new Reservation(MONDAY, "run", hours(3)), hours(5));

        assertThat(over.total().spent()).isEqualTo(hours(3));
        assertThat(over.total().overrun()).isEqualTo(hours(2));
        assertThat(over.refusal(hours(.1))).isPresent();
    }

    @Test
    void aBudgetThatIsLoweredAllowsNoMoreAndOneThatIsRaisedDoes() {
        Balance spent = start().spend(hours(3));

        assertThat(spent.under(Budget.acceleratorHours(2)).refusal(hours(.1))).isPresent();
        assertThat(spent.under(Budget.acceleratorHours(20)).refusal(hours(10))).isEmpty();
        assertThat(spent.under(Budget.acceleratorHours(2)).refusal(Amounts.review(5)))
                .as("what needs none of it")
                .isEmpty();
    }

    @Test
    void alertsStartAtFourFifths() {
        assertThat(start().spend(hours(3.1)).alerts()).isEmpty();
        assertThat(start().spend(hours(3.2)).alerts())
                .containsExactly("80 % of the budget of 4 accelerator-hours a day is used or reserved");
        assertThat(start().spend(hours(4)).alerts()).singleElement().asString().startsWith("100 %");
    }

    @Test
    void neverOverAndSumsAreExactWhateverTheOrder() {
        long seed = Long.getLong("amdahl.seed", 7);
        SplittableRandom random = new SplittableRandom(seed);
        Balance balance = start();
        List<Reservation> open = new ArrayList<>();
        Amounts booked = Amounts.NONE;
        Amounts aside = Amounts.NONE;
        int refused = 0;
        for (int step = 0; step < 20_000; step++) {
            balance = balance.on(MONDAY.plusDays(random.nextInt(-20_000, 4)));
            Amounts more = hours(random.nextDouble() * .3);
            if (random.nextBoolean() && balance.refusal(more).isEmpty()) {
                balance = balance.reserve(more);
                open.add(new Reservation(balance.day(), "run", more));
                aside = aside.plus(more);
            } else if (!open.isEmpty()) {
                Reservation reservation = open.remove(random.nextInt(open.size()));
                Amounts cost = hours(random.nextDouble() * .01).atMost(reservation.amounts());
                balance = balance.settle(reservation, cost);
                booked = booked.plus(cost);
                aside = aside.minus(reservation.amounts());
            } else {
                refused++;
            }
            assertThat(balance.total().used().acceleratorHours())
                    .as("seed %d", seed)
                    .isLessThanOrEqualTo(10);
            assertThat(balance.today().used().acceleratorHours())
                    .as("seed %d", seed)
                    .isLessThanOrEqualTo(4);
        }
        assertThat(refused).isPositive();
        assertThat(balance.total().spent()).isEqualTo(booked);
        assertThat(balance.total().reserved()).isEqualTo(aside);
    }

    @Test
    void senselessBudgetsAreRefused() {
        assertThatThrownBy(() -> Limits.acceleratorHours(Double.NaN)).hasMessageContaining("NaN");
        assertThatThrownBy(() -> Limits.NONE.withMoney(-1)).hasMessageContaining("-1");
        assertThatThrownBy(() -> Budget.UNLIMITED.withExperimentsInFlight(0)).hasMessageContaining("was 0");
        assertThatThrownBy(() -> hours(1).minus(hours(2))).isInstanceOf(IllegalArgumentException.class);
    }
}
