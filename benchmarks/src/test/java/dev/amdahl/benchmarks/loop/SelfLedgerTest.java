package dev.amdahl.benchmarks.loop;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.core.internal.report.claim.Pairs;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.LedgerImport;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.Verification;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.stats.Alternative;
import dev.amdahl.core.stats.HodgesLehmann;
import dev.amdahl.core.stats.SignFlip;
import dev.amdahl.spi.experiment.Vote.Ballot;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ledger of {@code benchmarks/self/loop.sh}: what the loop found in this library itself, from the runs that it recorded. */
final class SelfLedgerTest {
    @TempDir
    private Path folder;

    private String ledger = "";

    @BeforeEach
    void read() throws IOException {
        Path events = folder.resolve("events.jsonl");
        try (InputStream zipped = SelfLedgerTest.class.getResourceAsStream("self.events.jsonl.gz");
                InputStream in = new GZIPInputStream(requireNonNull(zipped))) {
            Files.copy(in, events);
        }
        ledger = folder.resolve("ledger").toString();
        LedgerImport.read(events, ledger);
    }

    /** The profiles of the evidence runs are not kept with it. */
    @Test
    void itsEventsAreWhole() {
        Verification verified = Ledger.verify(ledger);

        assertThat(verified.events()).isEqualTo(1674);
        assertThat(verified.head()).startsWith("f7497d388b6b3633");
        assertThat(verified.problems()).allMatch(problem -> problem.contains(".evidence/sha256/"));
    }

    @Test
    void aStageAtAConstantDistanceWasWon() {
        LedgerView view = LedgerReader.view(ledger);
        Dossier won = named(view, "last stage of a row at a constant distance");

        assertThat(won.state()).isIn(HypothesisState.SURVIVED, HypothesisState.IN_REVIEW);
        assertThat(won.votes()).isNotEmpty().noneMatch(vote -> vote.ballot() == Ballot.REFUTES);
        double[] log = Pairs.of(view, won.id()).counted().stream()
                .mapToDouble(row -> row.result().logRatio().orElseThrow())
                .toArray();
        assertThat(SignFlip.exact(log, Alternative.LESS).p()).isLessThan(.001);
        assertThat(Math.exp(HodgesLehmann.estimate(log)))
                .isCloseTo(won.comparison().orElseThrow().ratio().orElseThrow(), within(.02));
    }

    @Test
    void aTransformInSinglePrecisionWasRefuted() {
        Dossier refuted = named(LedgerReader.view(ledger), "add between rows in single precision");

        assertThat(refuted.state()).isEqualTo(HypothesisState.REFUTED);
        assertThat(refuted.reason()).contains("output differs");
    }

    private static Dossier named(LedgerView view, String title) {
        return view.dossiers().stream()
                .filter(dossier -> dossier.hypothesis().title().equals(title))
                .findFirst()
                .orElseThrow();
    }
}
