package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.CycleReport;
import dev.amdahl.core.internal.advice.IdeaCatalogue;
import dev.amdahl.core.internal.advice.RuleAdvisor;
import dev.amdahl.core.internal.crash.FailPoint;
import dev.amdahl.core.internal.crash.FailPoints;
import dev.amdahl.core.ledger.budget.Budget;
import dev.amdahl.core.ledger.budget.Limits;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.ModelCall;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.hypothesis.Advisor;
import dev.amdahl.spi.hypothesis.Briefing;
import dev.amdahl.spi.hypothesis.Proposal;
import dev.amdahl.spi.llm.CallBook;
import dev.amdahl.spi.llm.LlmException.Reason;
import dev.amdahl.spi.llm.LlmReply;
import dev.amdahl.spi.llm.LlmUsage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Advisors that ask models, in whole cycles. */
final class CallStoryTest {
    private static final LlmUsage USAGE = new LlmUsage(600, 0, 100, .5);

    @TempDir(factory = MemoryFolder.class)
    Path folder;

    private final Asking asking = new Asking();

    /** Asks one question about a job; models that fail do so with this reason. */
    private static final class Asking implements Advisor {
        int asked;
        Optional<Reason> failure = Optional.empty();

        @Override
        public List<Proposal> propose(Briefing briefing) {
            CallBook book = briefing.calls();
            CallBook.Intent intent = new CallBook.Intent(
                    "q".repeat(64), "model-1", "advisor", briefing.job().family(), 1000, 2);
            if (book.answered(intent.question()).isEmpty()) {
                CallBook.Ticket ticket = book.reserve(intent);
                asked++;
                book.settle(new CallBook.Call(
                        ticket.id(),
                        intent,
                        "what is slow?",
                        failure.isPresent()
                                ? Optional.empty()
                                : Optional.of(new LlmReply("the disk", "model-1", USAGE)),
                        failure,
                        USAGE,
                        Duration.ofSeconds(2)));
            }
            return List.of();
        }
    }

    private World world(Budget budget) {
        World world = new World(
                folder,
                1,
                Workload.job("nightly-eval", .3, Workload.workers("4")).build());
        world.policy = World.BLIND;
        world.more =
                builder -> builder.budget(budget).advisors(List.of(asking, new RuleAdvisor(IdeaCatalogue.shipped())));
        return world;
    }

    @Test
    void aQuestionIsPaidForOnceInTheLifeOfALedger() {
        World world = world(Budget.UNLIMITED);
        LedgerView view = world.cycles(3).view();

        assertThat(asking.asked).isEqualTo(1);
        assertThat(world.entries(Entry.CallReserved.class)).hasSize(1);
        assertThat(view.calls()).singleElement().satisfies(call -> {
            assertThat(call.standing()).isEqualTo(ModelCall.Standing.SETTLED);
            assertThat(call.tokens()).isEqualTo(700);
        });
        assertThat(view.balance().total().spent().tokenMoney()).isEqualTo(.5);
        assertThat(view.dossiers()).hasSize(1);
        world.verify();
    }

    @Test
    void withoutMoneyForModelsTheLoopGoesOnByRulesAndSaysSo() {
        World world = world(Budget.UNLIMITED.withTotal(Limits.NONE.withTokens(900)));
        CycleReport report = world.cycles(3);

        assertThat(asking.asked).isZero();
        assertThat(report.view().dossiers()).hasSize(1);
        assertThat(report.notes())
                .anyMatch(note ->
                        note.contains("a call of model-1 about nightly-eval was refused: budget of 900 tokens"));
        assertThat(world.entries(Entry.CallRefused.class)).hasSize(1);
        world.verify();
    }

    @Test
    void peopleAreToldWhenMoneyForModelsRunsOut() {
        World world = world(Budget.UNLIMITED.withTotal(Limits.NONE.withTokenMoney(2)));
        assertThat(world.cycle().notes())
                .contains("100 % of the budget of 2 money for tokens is used or reserved")
                .doesNotContain("25 % of the budget of 2 money for tokens is used or reserved");
        assertThat(world.cycle().notes()).noneMatch(note -> note.contains("money for tokens"));
    }

    @Test
    void aCallThatDiedWithItsProcessIsBookedOnceAsItWasSetAside() {
        World world = world(Budget.UNLIMITED);
        try (FailPoints.Installed dying = FailPoints.install(point -> {
            if (point == FailPoint.CALL_RESERVED) {
                throw new MortalClock.Killed();
            }
        })) {
            assertThat(dying).isNotNull();
            assertThatThrownBy(world::cycle).isInstanceOf(MortalClock.Killed.class);
        }
        assertThat(world.entries(Entry.CallSettled.class)).isEmpty();

        LedgerView view = world.cycles(2).view();

        assertThat(world.entries(Entry.CallSettled.class)).hasSize(2);
        assertThat(view.balance().total().spent().tokenMoney()).isEqualTo(2 + .5);
        assertThat(view.balance().total().reserved().tokenMoney()).isZero();
        assertThat(asking.asked).isEqualTo(1);
        world.verify();
    }

    @Test
    void aModelThatIsNeverThereDoesNotKeepTheLoopAwake() {
        World world = world(Budget.UNLIMITED);
        world.jobs = List.of(Workload.job("nightly-eval", .3).build());
        asking.failure = Optional.of(Reason.OVERLOADED);
        assertThat(world.untilIdle().calls()).hasSizeGreaterThan(1);
    }
}
