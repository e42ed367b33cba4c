package dev.amdahl.core.ledger.state;

import dev.amdahl.core.ledger.entry.EntryCodec;
import dev.amdahl.core.ledger.store.LedgerStore;
import dev.amdahl.core.ledger.store.Row;
import dev.amdahl.core.ledger.store.Table;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Experiment;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.experiment.Verdict;
import java.util.List;
import java.util.Optional;

/** Puts together what lies in several tables. As thread-safe as the store. */
record Parts(LedgerStore store) {

    Dossier dossier(Row row) {
        Rows.Claim claim = EntryCodec.read(row.body(), Rows.Claim.class);
        return new Dossier(
                claim.hypothesis(),
                claim.state(),
                claim.reason(),
                claim.proposedAt(),
                claim.movedAt(),
                claim.screening(),
                part(Table.EXPERIMENT, row.id(), Experiment.class),
                claim.comparison(),
                part(Table.VOTE, row.id(), Rows.Panel.class)
                        .map(Rows.Panel::votes)
                        .orElse(List.of()),
                part(Table.VERDICT, row.id(), Verdict.class),
                claim.evidenceHead(),
                part(Table.REVIEW, row.id(), Review.class),
                claim.designedAtEvent(),
                claim.decidedAtEvent(),
                claim.reopens(),
                claim.rationale());
    }

    static Run run(Row row) {
        return EntryCodec.read(row.body(), Run.class);
    }

    private <T> Optional<T> part(Table table, String id, Class<T> type) {
        return store.row(table, id).map(row -> EntryCodec.read(row.body(), type));
    }
}
