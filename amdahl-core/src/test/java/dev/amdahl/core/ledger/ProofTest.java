package dev.amdahl.core.ledger;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.amdahl.core.internal.ledger.file.ProofFile;
import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.IllegalMoveException;
import dev.amdahl.core.ledger.event.Event;
import dev.amdahl.core.ledger.proof.Proof;
import dev.amdahl.core.testing.SettableClock;
import dev.amdahl.spi.InvalidInputException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A proof holds for what was written, without the ledger, and for nothing else. */
final class ProofTest {
    @TempDir
    Path folder;

    private String url;
    private final List<String> heads = new ArrayList<>();
    private List<Event> events = List.of();

    @BeforeEach
    void write() {
        url = folder.resolve("memory").toString();
        SplittableRandom random = new SplittableRandom(5);
        for (int opening = 0; opening < 3; opening++) {
            try (Ledger ledger = Ledger.open(url, new SettableClock(Entries.START))) {
                Lease lease = ledger.acquire("cycle", Duration.ofMinutes(1));
                for (int i = 0; i < 25; i++) {
                    List<Entry> entries = new ArrayList<>();
                    for (int j = random.nextInt(1, 9); j > 0; j--) {
                        entries.add(new Entry.Spent("run-" + i, Cost.Kind.BUILD_SECONDS, j));
                    }
                    heads.add(lease.commit(entries).head());
                }
            }
        }
        events = EventLog.read(LedgerReader.file(url)).stream()
                .map(EventLog.Recorded::event)
                .toList();
    }

    private Proof prove(long seq) {
        return LedgerReader.prove(url, seq, Optional.empty());
    }

    @Test
    void everyEventHasAShortProof() {
        String head = heads.get(heads.size() - 1);
        assertThat(events).hasSizeGreaterThan(3 * MountainRangeCheckpoints.EVERY);
        assertThat(Ledger.verify(url, heads).problems()).isEmpty();
        for (int i = 0; i < events.size(); i += i < 3 * MountainRangeCheckpoints.EVERY / 2 ? 5 : 17) {
            Event event = events.get(i);
            Proof proof = prove(event.seq());
            assertThat(proof.problem()).as("event %d", event.seq()).isEmpty();
            assertThat(proof.event()).isEqualTo(event);
            assertThat(proof.head()).isEqualTo(head);
            assertThat(proof.events()).isEqualTo(events.size());
            assertThat(proof.path().size() + proof.chain().size()).isLessThan(MountainRangeCheckpoints.EVERY + 9 + 9);
            assertThat(ProofFile.read(ProofFile.json(proof).toString(), "proof"))
                    .isEqualTo(proof);
        }
    }

    @Test
    void anEventIsProvenUnderAnEarlierHeadThatWasKept() {
        for (String head : heads) {
            Proof proof = LedgerReader.prove(url, 3, Optional.of(head));
            assertThat(proof.problem()).isEmpty();
            assertThat(proof.head()).isEqualTo(head);
        }
        assertThatThrownBy(() -> LedgerReader.prove(url, 3, Optional.of(Event.GENESIS)))
                .isInstanceOf(InvalidInputException.class);
        for (long seq : new long[] {0, -1, events.size() + 1}) {
            assertThatThrownBy(() -> prove(seq))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("the last is " + events.size());
        }
    }

    @Test
    void aProofOfAnythingElseDoesNotHold() {
        for (long seq : new long[] {1, 2, 63, 64, 65, 100, events.size()}) {
            Proof proof = prove(seq);
            Event other = events.get((int) (seq % events.size()));
            List<Event> chain = proof.chain();
            Event last = chain.get(chain.size() - 1);
            List<String> longer = new ArrayList<>(proof.path());
            longer.add(Event.GENESIS);
            List<Event> without = new ArrayList<>(chain);
            without.remove(chain.size() / 2);
            Event forged = Event.after(
                    proof.event().previous(),
                    seq,
                    Entries.START,
                    proof.event().kind(),
                    proof.event().subject(),
                    "{}");
            assertThat(List.of(
                            new Proof(other, proof.path(), chain),
                            new Proof(forged, proof.path(), chain),
                            new Proof(proof.event(), longer, chain),
                            new Proof(proof.event(), proof.path(), List.of()),
                            new Proof(proof.event(), proof.path(), List.of(forged, last))))
                    .allSatisfy(wrong -> assertThat(wrong.problem()).isPresent());
            if (chain.size() > 2) {
                assertThat(new Proof(proof.event(), proof.path(), without).problem())
                        .isPresent();
            }
        }
    }

    @Test
    void eachFlippedBitOfAProofIsSeen() {
        SplittableRandom random = new SplittableRandom(9);
        Proof sound = prove(40);
        String text = ProofFile.json(sound).toString();
        byte[] whole = text.getBytes(UTF_8);
        int read = 0;
        for (int i = 0; i < 200; i++) {
            byte[] flipped = whole.clone();
            flipped[random.nextInt(whole.length)] ^= (byte) (1 << random.nextInt(7));
            Optional<Proof> proof = Optional.empty();
            try {
                proof = Optional.of(ProofFile.read(new String(flipped, UTF_8), "proof"));
            } catch (InvalidInputException e) {
                assertThat(e).hasMessageContaining("ledger prove");
            }
            if (proof.isPresent()) {
                read++;
                boolean isSame = proof.get().equals(sound);
                assertThat(isSame || proof.get().problem().isPresent()).isTrue();
            }
        }
        assertThat(read).isPositive();
    }

    @Test
    void aRollbackOfAllFilesTogetherIsSeenAgainstAHeadKeptElsewhere() {
        assertThat(Ledger.verify(url, List.of(heads.get(3), heads.get(9))).isOk())
                .isTrue();
        String foreign = "ab".repeat(32);
        Verification found = Ledger.verify(url, List.of(heads.get(3), foreign));
        assertThat(found.isOk()).isFalse();
        assertThat(found.problems()).singleElement().asString().contains(foreign, "rolled back");
    }

    @Test
    void aSealIsNotAHostsToWrite() {
        try (Ledger ledger = Ledger.open(url)) {
            Lease lease = ledger.acquire("cycle", Duration.ofMinutes(1));
            assertThatThrownBy(() -> lease.commit(new Entry.Sealed(List.of())))
                    .isInstanceOf(IllegalMoveException.class);
        }
    }
}
