package dev.amdahl.core.internal.ledger.state;

import dev.amdahl.core.internal.ledger.store.LedgerStore;
import dev.amdahl.core.internal.ledger.store.Row;
import dev.amdahl.core.internal.ledger.store.Table;
import dev.amdahl.core.ledger.entry.EntryCodec;
import dev.amdahl.core.ledger.event.LedgerDamagedException;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Experiment;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.experiment.Verdict;
import java.util.List;
import java.util.Optional;

/** Puts together what lies in several tables. As thread-safe as the store. */
record DossierAssembler(LedgerStore store) {

    Dossier dossier(Row row) {
        RowMapper.Claim claim = read(row, RowMapper.Claim.class);
        return new Dossier(
                claim.hypothesis(),
                claim.state(),
                claim.reason(),
                claim.proposedAt(),
                claim.movedAt(),
                claim.screening(),
                part(Table.EXPERIMENT, row.id(), Experiment.class),
                claim.comparison(),
                part(Table.VOTE, row.id(), RowMapper.Panel.class)
                        .map(RowMapper.Panel::votes)
                        .orElse(List.of()),
                part(Table.VERDICT, row.id(), Verdict.class),
                claim.evidenceHead(),
                part(Table.REVIEW, row.id(), Review.class),
                claim.designedAtEvent(),
                claim.decidedAtEvent(),
                claim.reopens(),
                claim.rationale(),
                claim.steering().orElse(Dossier.Steering.NONE));
    }

    Run run(Row row) {
        return read(row, Run.class);
    }

    /**
     * Returns what the body of a row says.
     *
     * @throws LedgerDamagedException if it cannot be read
     */
    <T> T read(Row row, Class<T> type) {
        try {
            return EntryCodec.read(row.body(), type);
        } catch (IllegalArgumentException e) {
            throw LedgerDamagedException.ofRows(
                    store.location().name(),
                    row.ordinal(),
                    "row " + row.table() + " " + row.id() + " cannot be read: " + e.getMessage(),
                    e);
        }
    }

    private <T> Optional<T> part(Table table, String id, Class<T> type) {
        return store.row(table, id).map(row -> read(row, type));
    }
}
