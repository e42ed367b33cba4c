package dev.amdahl.core.internal.ledger.state;

import dev.amdahl.core.internal.ledger.store.LedgerStore;
import dev.amdahl.core.internal.ledger.store.Row;
import dev.amdahl.core.internal.ledger.store.Table;
import dev.amdahl.core.ledger.budget.Balance;
import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.ModelCall;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.core.ledger.recipe.RecipeStanding;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.ledger.view.PlantedWins;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.ledger.view.Totals;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.time.LocalDate;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.pcollections.TreePMap;

/** Reads what is live back from the state tables, through their indexes; of a ledger in memory, everything. */
public record StateLoader(LedgerStore store, Supplier<LedgerStore> source) {

    /**
     * Reads the state after so many events.
     *
     * @throws dev.amdahl.core.ledger.event.LedgerDamagedException if a row cannot be read
     */
    public Snapshot load(long events, String head) {
        return new Snapshot(
                events,
                head,
                byId(Table.FAMILY, row -> new DossierAssembler(store).read(row, Family.class)),
                live(),
                inFlight(),
                openIdeas(),
                byId(
                        Table.REVIEWER,
                        row -> new DossierAssembler(store)
                                .read(row, Entry.ReviewerAdmitted.class)
                                .publicKey()),
                byId(Table.RECIPE, row -> new DossierAssembler(store).read(row, RecipeStanding.class)),
                totals(),
                funds(),
                store.isInMemory() ? everything() : new StoreArchive(source),
                Windows.none());
    }

    private InsertionOrderedMap<Dossier> live() {
        DossierAssembler parts = new DossierAssembler(store);
        InsertionOrderedMap<Dossier> live = InsertionOrderedMap.empty();
        for (HypothesisState state : HypothesisState.values()) {
            if (LedgerView.isLive(state)) {
                for (Row row : store.rows(Table.HYPOTHESIS, "state", state.name())) {
                    live = live.with(row.id(), row.ordinal(), parts.dossier(row));
                }
            }
        }
        return live;
    }

    private InsertionOrderedMap<Run> inFlight() {
        InsertionOrderedMap<Run> runs = InsertionOrderedMap.empty();
        for (RunState state : RunState.values()) {
            if (state.isInFlight()) {
                for (Row row : store.rows(Table.TRIAL, "state", state.name())) {
                    runs = runs.with(row.id(), row.ordinal(), new DossierAssembler(store).run(row));
                }
            }
        }
        return runs;
    }

    private InsertionOrderedMap<Snapshot.FoundIdea> openIdeas() {
        InsertionOrderedMap<Snapshot.FoundIdea> ideas = InsertionOrderedMap.empty();
        for (Row row : store.rows(Table.IDEA, "used", "false")) {
            ideas = ideas.with(
                    row.id(), row.ordinal(), new DossierAssembler(store).read(row, Snapshot.FoundIdea.class));
        }
        return ideas;
    }

    private Totals totals() {
        RowMapper.Sums all = RowMapper.Sums.NONE;
        TreePMap<LocalDate, Map<Cost.Kind, Double>> days = TreePMap.empty();
        for (Row row : store.rows(Table.TOTAL)) {
            RowMapper.Sums sums = new DossierAssembler(store).read(row, RowMapper.Sums.class);
            if (row.id().equals(RowMapper.ALL)) {
                all = sums;
            } else {
                days = days.plus(LocalDate.parse(row.id()), sums.spent());
            }
        }
        return new Totals(
                all.spent(),
                days,
                all.hypotheses(),
                all.classes(),
                all.tests(),
                all.sources(),
                all.refuters(),
                all.searchedAt(),
                all.unfit().orElse(Map.of()),
                all.clusters().orElse(Map.of()),
                all.planted().orElse(PlantedWins.NONE));
    }

    private BudgetState funds() {
        BudgetState funds = BudgetState.NONE;
        for (Row row : store.rows(Table.BALANCE)) {
            funds = funds.with(new DossierAssembler(store).read(row, Balance.class));
        }
        for (Row row : store.rows(Table.RESERVATION)) {
            funds = funds.with(row.id(), new DossierAssembler(store).read(row, Balance.Reservation.class));
        }
        return funds;
    }

    private MemoryArchive everything() {
        DossierAssembler parts = new DossierAssembler(store);
        MemoryArchive archive = MemoryArchive.EMPTY;
        for (Row row : store.rows(Table.HYPOTHESIS)) {
            archive = archive.with(row.ordinal(), parts.dossier(row));
        }
        for (Row row : store.rows(Table.TRIAL)) {
            archive = archive.with(row.ordinal(), new DossierAssembler(store).run(row));
        }
        for (Row row : store.rows(Table.COST)) {
            archive = archive.with(new DossierAssembler(store).read(row, Cost.class));
        }
        for (Row row : store.rows(Table.EVIDENCE)) {
            archive = archive.with(new DossierAssembler(store).read(row, Entry.EvidenceKept.class));
        }
        for (Row row : store.rows(Table.MODEL_CALL)) {
            archive = archive.with(new DossierAssembler(store).read(row, ModelCall.class));
        }
        for (Row row : store.rows(Table.IDEA)) {
            archive = archive.with(row.id(), new DossierAssembler(store).read(row, Snapshot.FoundIdea.class));
        }
        return archive;
    }

    private <T> TreePMap<String, T> byId(Table table, Function<Row, T> part) {
        TreePMap<String, T> parts = TreePMap.empty();
        for (Row row : store.rows(table)) {
            parts = parts.plus(row.id(), part.apply(row));
        }
        return parts;
    }
}
