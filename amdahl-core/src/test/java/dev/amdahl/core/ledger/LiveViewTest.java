package dev.amdahl.core.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.internal.ledger.store.LedgerStore;
import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.IllegalMoveException;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.Provenance;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveViewTest {
    @TempDir
    Path folder;

    private String url() {
        return folder.resolve("memory").toString();
    }

    @Test
    void whatIsOverIsReadFromTheStoreAndEqualToTheProjection() {
        try (Ledger ledger = Ledger.open(url())) {
            tell(ledger);
            assertSame(ledger.view(), LedgerReader.view(url()));
            assertThat(ledger.view().live()).extracting(Dossier::id).containsExactly("won");
        }
    }

    @Test
    void nothingIsDifferentAfterReopening() {
        try (Ledger ledger = Ledger.open(url())) {
            tell(ledger);
        }
        try (Ledger ledger = Ledger.open(url())) {
            assertSame(ledger.view(), LedgerReader.view(url()));
            assertThat(ledger.verify().problems()).isEmpty();
        }
    }

    @Test
    void aViewOutlivesItsLedger() {
        LedgerView view;
        try (Ledger ledger = Ledger.open(url())) {
            tell(ledger);
            view = ledger.view();
        }
        assertSame(view, LedgerReader.view(url()));
    }

    @Test
    void whatEndedInOneTransactionIsKnownToItsLaterEntries() {
        Hypothesis hypothesis = Entries.hypothesis("lost");
        try (Ledger ledger = Ledger.open(url())) {
            Lease lease = ledger.acquire("test", Duration.ofHours(1));
            lease.commit(Entries.family());
            Entry proposed = new Entry.Proposed(hypothesis, Entries.screening(), Optional.empty());
            Entry ended = new Entry.Decided(Entries.verdict(hypothesis, HypothesisState.SCREENED_OUT));
            assertThatThrownBy(() -> lease.commit(proposed, ended, proposed)).isInstanceOf(IllegalMoveException.class);
            lease.commit(proposed, ended);
            assertThatThrownBy(() -> lease.commit(proposed)).isInstanceOf(IllegalMoveException.class);
            assertThatThrownBy(() -> lease.commit(ended)).isInstanceOf(IllegalMoveException.class);
            assertThat(ledger.view().live()).isEmpty();
            assertThat(ledger.view().dossier("lost").map(Dossier::state)).contains(HypothesisState.SCREENED_OUT);
        }
    }

    @Test
    void stateTablesThatAreMissingFollowFromTheEventsAgain() {
        try (Ledger ledger = Ledger.open(url())) {
            tell(ledger);
        }
        try (LedgerStore store = LedgerStore.open(LedgerLocation.of(url()))) {
            store.rebuild(List::of);
        }
        try (Ledger ledger = Ledger.open(url())) {
            assertSame(ledger.view(), LedgerReader.view(url()));
        }
    }

    private static void tell(Ledger ledger) {
        try (Lease lease = ledger.acquire("test", Duration.ofHours(1))) {
            lease.commit(Entries.wholeStory("won"));
            Hypothesis lost = Entries.hypothesis("lost");
            lease.commit(new Entry.Proposed(lost, Entries.screening(), Optional.empty()));
            lease.commit(new Entry.Decided(Entries.verdict(lost, HypothesisState.SCREENED_OUT)));
            lease.commit(new Entry.Spent("won", Cost.Kind.BUILD_SECONDS, 3.5));
        }
    }

    private static void assertSame(LedgerView one, LedgerView other) {
        assertThat(other.dossiers()).isNotEmpty();
        assertThat(other.runs()).isNotEmpty();
        assertThat(one.dossiers()).isEqualTo(other.dossiers());
        assertThat(one.runs()).isEqualTo(other.runs());
        assertThat(one.costs()).isEqualTo(other.costs());
        assertThat(one.live()).isEqualTo(other.live());
        assertThat(one.inFlight()).isEqualTo(other.inFlight());
        assertThat(one.ideas()).isEqualTo(other.ideas());
        assertThat(one.families()).isEqualTo(other.families());
        assertThat(one.tests()).isEqualTo(other.tests());
        assertThat(one.totals()).isEqualTo(other.totals());
        assertThat(one.recentRuns(Entries.FAMILY)).isEqualTo(other.recentRuns(Entries.FAMILY));
        assertThat(one.measurements(Entries.FAMILY)).isEqualTo(other.measurements(Entries.FAMILY));
        assertThat(one.recent(Entries.FAMILY)).isEqualTo(other.recent(Entries.FAMILY));
        for (Dossier dossier : other.dossiers()) {
            Hypothesis hypothesis = dossier.hypothesis();
            Provenance provenance = hypothesis.provenance();
            assertThat(one.dossier(dossier.id())).contains(dossier);
            assertThat(one.runsOf(dossier.id())).isEqualTo(other.runsOf(dossier.id()));
            assertThat(one.byFingerprint(hypothesis.fingerprint()))
                    .isEqualTo(other.byFingerprint(hypothesis.fingerprint()));
            assertThat(one.standings(hypothesis.fingerprint())).isEqualTo(other.standings(hypothesis.fingerprint()));
            assertThat(one.bySource(hypothesis.family(), provenance.source())).contains(dossier);
        }
        for (Run run : other.runs()) {
            assertThat(one.run(run.plan().key())).contains(run);
        }
        LocalDate day = LocalDate.ofInstant(other.costs().get(0).at(), ZoneOffset.UTC);
        assertThat(one.totals().spent(Cost.Kind.BUILD_SECONDS, day)).isGreaterThanOrEqualTo(3.5);
    }
}
