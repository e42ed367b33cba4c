package dev.amdahl.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.roi.Budget;
import dev.amdahl.core.roi.BudgetExceededException;
import dev.amdahl.core.roi.Limits;
import dev.amdahl.core.testing.SettableClock;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ModelCallsTest {
    @TempDir
    Path folder;

    private final SettableClock clock = new SettableClock(Entries.START);

    private interface Story {
        void run(Lease lease, ModelCalls calls);
    }

    private void story(Limits total, Limits day, Story story) {
        try (Ledger ledger = Ledger.open(folder.resolve("ledger").toString(), clock);
                Lease lease = ledger.acquire("calls", Duration.ofMinutes(1))) {
            lease.commit(new Entry.BudgetSet(Budget.UNLIMITED.withTotal(total).withPerDay(day)));
            story.run(lease, new ModelCalls(lease));
            assertThat(ledger.verify().problems()).isEmpty();
        }
    }

    private static ModelCalls.Request call(String id, long tokens, double money) {
        return new ModelCalls.Request(id, "model-1", "nightly-eval", tokens, money);
    }

    @Test
    void aCallIsSetAsideBeforeItIsMadeAndBookedOnceByWhatItCameTo() {
        story(Limits.NONE.withTokens(10_000), Limits.NONE, (lease, calls) -> {
            calls.reserve(call("c1", 8_000, 1));
            assertThatThrownBy(() -> calls.reserve(call("c1", 1, 0))).isInstanceOf(IllegalMoveException.class);
            assertThatThrownBy(() -> calls.reserve(call("c2", 3_000, 1)))
                    .isInstanceOf(BudgetExceededException.class)
                    .hasMessageContaining("budget of 10000 tokens is spent: 8000 used or reserved");

            assertThat(calls.settle("c1", 2_000, 500, .2)).isEmpty();

            assertThatThrownBy(() -> calls.settle("c1", 1, 1, .1))
                    .hasMessageContaining("never reserved, or is settled");
            calls.reserve(call("c2", 3_000, 1));
            assertThat(lease.view().costs())
                    .containsExactly(new Cost("nightly-eval", Cost.Kind.TOKEN_MONEY, .2, Entries.START));
            assertThat(lease.view().balance().total().spent().tokens()).isEqualTo(2_500);
        });
    }

    @Test
    void peopleAreToldAtFourFifthsAndAtAll() {
        story(Limits.NONE.withTokenMoney(10), Limits.NONE, (lease, calls) -> {
            assertThat(calls.reserve(call("c1", 100, 7))).isEmpty();
            assertThat(calls.reserve(call("c2", 100, 1)))
                    .containsExactly("80 % of the budget of 10 money for tokens is used or reserved");
            assertThat(calls.reserve(call("c3", 100, 2)))
                    .containsExactly("100 % of the budget of 10 money for tokens is used or reserved");
            assertThatThrownBy(() -> calls.reserve(call("c4", 1, .01))).isInstanceOf(BudgetExceededException.class);
        });
    }

    @Test
    void tokensCountAgainstTheMoneyOfAllAndAgainstTheDay() {
        story(Limits.NONE.withMoney(5), Limits.NONE.withTokenMoney(2), (lease, calls) -> {
            calls.reserve(call("c1", 100, 2));
            assertThatThrownBy(() -> calls.reserve(call("c2", 1, .5))).hasMessageContaining("2 money for tokens a day");
            clock.advance(Duration.ofDays(1));
            calls.reserve(call("c2", 100, 2));
            clock.advance(Duration.ofDays(1));
            assertThatThrownBy(() -> calls.reserve(call("c3", 100, 1.5))).hasMessageContaining("budget of 5 money is");
        });
    }

    @Test
    void aCallWhoseEndIsNotKnownCostsWhatWasSetAside() {
        story(Limits.NONE, Limits.NONE, (lease, calls) -> calls.reserve(call("c1", 1_000, 3)));
        story(Limits.NONE, Limits.NONE, (lease, calls) -> {
            assertThat(calls.open()).containsExactly("c1");
            assertThat(lease.view().balance().total().used().tokenMoney()).isEqualTo(3);

            calls.settleUnknown();

            assertThat(calls.open()).isEmpty();
            assertThat(lease.view().balance().total().spent().tokenMoney()).isEqualTo(3);
            assertThat(lease.view().balance().total().reserved().tokens()).isZero();
        });
    }

    @Test
    void aCallThatCostsMoreThanItSaidIsShownAsOverrun() {
        story(Limits.NONE.withTokenMoney(3), Limits.NONE, (lease, calls) -> {
            calls.reserve(call("c1", 100, 1));
            calls.settle("c1", 80, 60, 1.5);

            assertThat(lease.view().balance().total().spent().tokenMoney()).isEqualTo(1);
            assertThat(lease.view().balance().total().overrun().tokenMoney()).isEqualTo(.5);
            assertThat(lease.view().balance().total().overrun().tokens()).isEqualTo(40);
        });
    }
}
