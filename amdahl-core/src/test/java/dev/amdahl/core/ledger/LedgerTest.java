package dev.amdahl.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.testing.SettableClock;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LedgerTest {
    private final SettableClock clock = new SettableClock(Entries.START);

    @TempDir
    Path folder;

    private String url() {
        return folder.resolve("memory").toString();
    }

    @Test
    void whatWasCommittedIsThereAfterReopening() {
        LedgerView before;
        try (Ledger ledger = Ledger.open(url(), clock)) {
            before = ledger.acquire("cycle", Duration.ofMinutes(1)).commit(Entries.wholeStory("h1"));
            assertThat(ledger.verify())
                    .isEqualTo(new Verification(
                            true, before.events(), before.head(), java.util.OptionalLong.empty(), List.of()));
        }
        try (Ledger ledger = Ledger.open(url(), clock)) {
            assertThat(ledger.view()).isEqualTo(before);
            assertThat(LedgerReader.view(url())).isEqualTo(before);
            assertThat(ledger.verify().problems()).isEmpty();
        }
    }

    @Test
    void theStoryHoldsEveryKindOfEntry() {
        Set<Class<?>> told =
                Entries.wholeStory("h1").stream().map(Object::getClass).collect(Collectors.toCollection(HashSet::new));
        told.addAll(Set.of(Entry.Sealed.class, Entry.EvidenceKept.class));
        assertThat(told).containsExactlyInAnyOrderElementsOf(Entry.kinds().toList());
    }

    @Test
    void theViewTellsTheWholeStory() {
        try (Ledger ledger = Ledger.open("jdbc:h2:mem:story", clock)) {
            LedgerView view = ledger.acquire("cycle", Duration.ofMinutes(1)).commit(Entries.wholeStory("h1"));
            Dossier dossier = view.dossier("h1").orElseThrow();

            assertThat(view.events()).isEqualTo(Entries.wholeStory("h1").size());
            assertThat(dossier.state()).isEqualTo(HypothesisState.PROMOTED);
            assertThat(dossier.votes()).isEqualTo(Entries.votes(3));
            assertThat(dossier.comparison()).contains(Entries.comparison());
            assertThat(dossier.experiment().orElseThrow().set()).isEqualTo(2);
            assertThat(dossier.experiment().orElseThrow().confirmationTrials()).isEqualTo(12);
            assertThat(dossier.review()).contains(Entries.review("h1", true));
            assertThat(dossier.steering())
                    .isEqualTo(new Dossier.Steering(
                            2, List.of(new Dossier.Note("before the release", "ada", Entries.START))));
            assertThat(view.runsOf("h1"))
                    .extracting(Run::state)
                    .containsExactly(RunState.COLLECTED, RunState.INFRA_FAILED);
            assertThat(view.run("h1-k1").orElseThrow().result()).contains(Entries.result());
            assertThat(view.family(Entries.FAMILY).orElseThrow().incumbent())
                    .containsExactly(dossier.hypothesis().fingerprint());
            assertThat(view.byFingerprint(dossier.hypothesis().fingerprint())).containsExactly(dossier);
            assertThat(view.costs()).extracting(Cost::amount).containsExactly(2.5, .02);
            assertThat(view.ideas()).as("it has become a hypothesis").isEmpty();
            assertThat(view.reviewerKeys()).containsEntry("ada", "key-of-ada");
            assertThat(view.totals().unfitHosts()).containsExactly("node-7");
        }
    }

    @Test
    void anEarlierViewDoesNotChange() {
        try (Ledger ledger = Ledger.open("jdbc:h2:mem:still", clock)) {
            Lease lease = ledger.acquire("cycle", Duration.ofMinutes(1));
            LedgerView first = lease.commit(Entries.family());
            lease.commit(Entries.underTest("h1"));
            assertThat(first.dossiers()).isEmpty();
            assertThat(first.events()).isEqualTo(3);
            assertThat(ledger.view().dossiers()).hasSize(1);
        }
    }

    @Test
    void commitsOneByOneGiveTheSameStateAsOneCommit() {
        try (Ledger one = Ledger.open("jdbc:h2:mem:one", clock);
                Ledger many = Ledger.open("jdbc:h2:mem:many", clock)) {
            one.acquire("cycle", Duration.ofMinutes(1)).commit(Entries.wholeStory("h1"));
            Lease lease = many.acquire("cycle", Duration.ofMinutes(1));
            Entries.wholeStory("h1").forEach(lease::commit);
            assertThat(many.view()).isEqualTo(one.view());
            assertThat(many.verify().problems()).isEmpty();
        }
    }
}
