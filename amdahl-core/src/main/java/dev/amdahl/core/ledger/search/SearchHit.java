package dev.amdahl.core.ledger.search;

import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.spi.experiment.Verdict;
import dev.amdahl.spi.experiment.Vote;
import java.util.List;

/**
 * One hypothesis that answers a query.
 *
 * @param rank 1 for the best
 * @param score how well its texts match the words; 0 when no words were asked for
 * @param dossier what the ledger holds on it
 */
public record SearchHit(int rank, int score, Dossier dossier) {

    /** Ids of what its verdict rests on; without a verdict, of what the claim does. */
    public List<String> evidence() {
        return dossier.verdict()
                .map(Verdict::evidence)
                .orElse(dossier.hypothesis().evidence());
    }

    /** Returns why refuters turned it down, one line each. */
    public List<String> objections() {
        return dossier.votes().stream()
                .filter(vote -> vote.ballot() == Vote.Ballot.REFUTES)
                .map(vote -> vote.refuter() + ": " + vote.reason())
                .toList();
    }
}
