package dev.amdahl.examples.notify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.budget.Budget;
import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.core.testing.SettableClock;
import dev.amdahl.examples.cli.review.AskedWin;
import dev.amdahl.examples.jobs.NoticeKind;
import dev.amdahl.examples.jobs.NotifyChannel;
import dev.amdahl.examples.jobs.Secret;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.experiment.Verdict;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each event is told once, whatever restarts and fails. */
final class NotifierTest {
    private static final Duration DAY = Duration.ofDays(1);

    @TempDir
    private Path folder;

    private final SettableClock clock = new SettableClock(Instant.parse("2026-03-01T12:00:00Z"));
    private final List<String> sent = Collections.synchronizedList(new ArrayList<>());
    private final List<String> remarks = new ArrayList<>();
    private boolean isDown;

    @BeforeEach
    void write() {
        commit(AskedWin.entries());
    }

    private String url() {
        return folder.resolve("ledger").toString();
    }

    private void commit(Entry... entries) {
        try (Ledger ledger = Ledger.open(url(), clock);
                Lease lease = ledger.acquire("test", Duration.ofMinutes(1))) {
            lease.commit(entries);
        }
    }

    private static NotifyChannel channel(String name, Set<NoticeKind> events) {
        return new NotifyChannel(
                name,
                new NotifyChannel.Slack(new Secret(Secret.Origin.ENVIRONMENT, "NOT_SET_ANYWHERE")),
                events,
                Optional.empty());
    }

    private Delivery fake(NotifyChannel channel) {
        return notice -> {
            if (isDown) {
                throw new UndeliveredException("it is down");
            }
            sent.add(channel.name() + ": " + notice.word() + ": " + notice.headline());
        };
    }

    /** What one run of a loop tells, of a process of its own. */
    private void run(String... notes) {
        run(List.of(channel("one", EnumSet.allOf(NoticeKind.class))), notes);
    }

    private void run(List<NotifyChannel> channels, String... notes) {
        try (Notifier notifier = new Notifier(channels, LedgerLocation.of(url()), clock, remarks::add, this::fake)) {
            notifier.after(LedgerReader.view(url()), List.of(notes));
        }
    }

    private void decide(HypothesisState state) {
        commit(new Entry.Decided(new Verdict(AskedWin.hypothesis(), List.of("run-1"), "-20 %", state, "because")));
    }

    private NoticeBook.Standing standing() {
        return NoticeBook.of(LedgerLocation.of(url())).standings().get(0);
    }

    @Test
    void everyEventIsToldOnceOverRestarts() {
        run();
        run();
        commit(new Entry.Answered(new Review("won-1", true, "ann", "good", Instant.EPOCH, AskedWin.HEAD), true));
        decide(HypothesisState.PROMOTED);
        run();
        run();
        decide(HypothesisState.DECAYED);
        run();
        run();

        assertThat(sent)
                .containsExactly(
                        "one: win: train: a win waits for a person: workers: 0 -> 4",
                        "one: promoted: train: promoted: workers: 0 -> 4",
                        "one: regression: train: a promoted change no longer helps: workers: 0 -> 4");
        assertThat(remarks).isEmpty();
    }

    @Test
    void aWinThatWaitsForOtherEvidenceIsAskedAboutAgain() {
        run();
        commit(
                new Entry.Moved("won-1", HypothesisState.CONFIRMING, "a new incumbent"),
                new Entry.Moved("won-1", HypothesisState.SURVIVED, "upheld"),
                new Entry.ReviewAsked("won-1", "cd".repeat(32)));
        run();

        assertThat(sent).hasSize(2);
    }

    @Test
    void aChannelThatIsNewHearsOfWhatWaitsAndNotOfThePast() {
        commit(new Entry.Answered(new Review("won-1", true, "ann", "good", Instant.EPOCH, AskedWin.HEAD), true));
        decide(HypothesisState.PROMOTED);
        run();
        assertThat(sent).isEmpty();
        decide(HypothesisState.DECAYED);
        run();
        assertThat(sent).hasSize(1);
    }

    @Test
    void whatWasNotAskedForIsNotTold() {
        run(List.of(channel("one", EnumSet.of(NoticeKind.BUDGET)), channel("two", EnumSet.of(NoticeKind.WIN))));
        assertThat(sent).containsExactly("two: win: train: a win waits for a person: workers: 0 -> 4");
    }

    @Test
    void aChannelThatIsToHearMoreHearsNothingOfThePast() {
        run(List.of(channel("one", EnumSet.of(NoticeKind.FREEZE))));
        commit(new Entry.Answered(new Review("won-1", true, "ann", "good", Instant.EPOCH, AskedWin.HEAD), true));
        decide(HypothesisState.PROMOTED);
        run(List.of(channel("one", EnumSet.of(NoticeKind.FREEZE))));
        run();
        assertThat(sent).isEmpty();
    }

    @Test
    void aFreezeIsToldAgainOnceItWasOver() {
        String frozen = "promotions are frozen: A/A trials of train are not calibrated: 9 of 10; find out why";
        commit(new Entry.Held("won-1", frozen));
        run();
        commit(new Entry.Held("won-1", frozen.replace("9 of 10", "10 of 10")));
        run();
        assertThat(sent).hasSize(2).last().isEqualTo("one: freeze: Promotions are frozen: A/A trials of train");
        commit(new Entry.Held("won-1", "asked"));
        run();
        commit(new Entry.Held("won-1", frozen));
        run();
        assertThat(sent).hasSize(3);
    }

    @Test
    void aBudgetIsToldWhenItIsNearlyMetAndWhenItHoldsWorkBack() {
        commit(new Entry.BudgetSet(Budget.acceleratorHours(10)));
        run();
        commit(new Entry.Spent("train", Cost.Kind.EXPERIMENT_ACCELERATOR_SECONDS, 8.5 * 3600));
        run();
        run();
        assertThat(sent).hasSize(2).last().isEqualTo("one: budget: The budget of 10 accelerator-hours is nearly met");
        String refused =
                "x waits to be asked: budget of 10 accelerator-hours is spent: 8.5 used or reserved, 2 more may"
                        + " be needed";
        run(refused);
        run(refused);
        assertThat(sent).hasSize(3).last().isEqualTo("one: budget: The budget of 10 accelerator-hours is met");
    }

    @Test
    void aServerThatIsDownIsTriedSixTimesWithPausesAndThenGivenUp() {
        isDown = true;
        run();
        run();
        assertThat(remarks).containsExactly("a notice through one was not delivered, and is tried again: it is down");
        assertThat(standing().waiting()).isEqualTo(1);
        for (int i = 0; i < 8; i++) {
            clock.advance(DAY);
            run();
        }

        assertThat(remarks).hasSize(2).last().asString().startsWith("a notice through one was given up after 6 tries");
        assertThat(standing()).isEqualTo(new NoticeBook.Standing("one", 0, 1, 0, "it is down"));
        isDown = false;
        run();
        assertThat(sent).isEmpty();
    }

    @Test
    void aServerThatComesBackIsToldWhatItMissed() {
        isDown = true;
        run();
        isDown = false;
        clock.advance(Duration.ofSeconds(11));
        run();
        assertThat(sent).hasSize(1);
        assertThat(standing()).isEqualTo(new NoticeBook.Standing("one", 1, 0, 0, ""));
    }

    @Test
    void oneThatHangsHoldsUpNeitherTheLoopNorTheOthers() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch told = new CountDownLatch(1);
        List<NotifyChannel> both = List.of(
                channel("hangs", EnumSet.allOf(NoticeKind.class)), channel("works", EnumSet.allOf(NoticeKind.class)));
        Notifier notifier = new Notifier(both, LedgerLocation.of(url()), clock, remarks::add, channel -> notice -> {
            if (channel.name().equals("hangs")) {
                never.await();
            }
            sent.add(channel.name());
            told.countDown();
        });
        long begun = System.nanoTime();
        for (int i = 0; i < 100; i++) {
            notifier.after(LedgerReader.view(url()), List.of());
        }
        told.await();
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(10));
        never.countDown();
        notifier.close();
        assertThat(sent).containsExactlyInAnyOrder("works", "hangs");
    }

    @Test
    void ofTwoProcessesOneTells() {
        try (Notifier first = new Notifier(
                List.of(channel("one", EnumSet.allOf(NoticeKind.class))),
                LedgerLocation.of(url()),
                clock,
                remarks::add,
                this::fake)) {
            first.after(LedgerReader.view(url()), List.of());
            run();
        }
        assertThat(sent).hasSize(1);
    }

    @Test
    void aSecretThatIsMissingIsOneLine() {
        try (Notifier notifier =
                Notifier.of(List.of(channel("one", EnumSet.allOf(NoticeKind.class))), url(), clock, remarks::add)) {
            notifier.after(LedgerReader.view(url()), List.of());
        }
        assertThat(remarks).singleElement().asString().contains("variable NOT_SET_ANYWHERE", "is not set");
    }

    @Test
    void aBookThatCannotBeReadTellsNobodyEverythingAgain() throws IOException {
        run();
        Files.writeString(folder.resolve("ledger.notices.json"), "{");
        run();
        run();
        assertThat(sent).hasSize(1);
        assertThat(remarks).hasSize(2).first().asString().contains("ledger.notices.json", "repair it");
    }
}
