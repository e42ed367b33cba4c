package dev.amdahl.core.ledger.view;

import com.google.common.collect.Maps;
import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.HostHealth;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.Idea;
import dev.amdahl.spi.hypothesis.Provenance;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.pcollections.TreePMap;

/**
 * Running totals over a whole ledger, kept with each entry so that nobody has to add them up.
 *
 * @param spent bookings by kind, in the kind's unit; a kind without one is absent
 * @param spentOn the same for each day in UTC on which something was booked
 * @param hypotheses how many stand in each state; a state without one is absent
 * @param classes how the tests of each class went
 * @param tests designs fixed so far: the number of the next test is one more
 * @param sources how the tests of what each source of ideas offered went
 * @param refuters how each refuter fared
 * @param searchedAt when ideas were last looked for; empty if never
 * @param unfit why a device must not be used, by {@link HostHealth#place}: its newest burn-in failed
 * @param clusters the newest verdict of each cluster, by its name
 * @param planted how many of its own planted wins the loop found
 */
public record Totals(
        Map<Cost.Kind, Double> spent,
        Map<LocalDate, Map<Cost.Kind, Double>> spentOn,
        Map<HypothesisState, Long> hypotheses,
        Map<Bottleneck, Tally> classes,
        int tests,
        Map<String, Tally> sources,
        Map<String, TrackRecord> refuters,
        Optional<Instant> searchedAt,
        Map<String, String> unfit,
        Map<String, HostHealth.ClusterVerdict> clusters,
        PlantedWins planted) {

    /** Of an empty ledger. */
    public static final Totals NONE = new Totals(
            Map.of(),
            TreePMap.empty(),
            Map.of(),
            Map.of(),
            0,
            Map.of(),
            Map.of(),
            Optional.empty(),
            Map.of(),
            Map.of(),
            PlantedWins.NONE);

    private static final Set<HypothesisState> WON =
            EnumSet.of(HypothesisState.SURVIVED, HypothesisState.IN_REVIEW, HypothesisState.PROMOTED);

    /**
     * The tally of the tests of one class.
     *
     * @param won tests that stand as wins
     * @param decided tests that are over, wins among them
     */
    public record Tally(long won, long decided) {
        private static final Tally NONE = new Tally(0, 0);

        private static Tally of(Dossier dossier) {
            boolean isDecided =
                    dossier.experiment().isPresent() && !dossier.state().isInExperiment();
            return new Tally(isDecided && WON.contains(dossier.state()) ? 1 : 0, isDecided ? 1 : 0);
        }

        private Tally plus(Tally more, int sign) {
            return new Tally(won + sign * more.won, decided + sign * more.decided);
        }
    }

    /** Booked under a kind, in total. */
    public double spent(Cost.Kind kind) {
        return spent.getOrDefault(kind, 0.0);
    }

    /** Booked under a kind on a day in UTC. */
    public double spent(Cost.Kind kind, LocalDate day) {
        return spentOn.getOrDefault(day, Map.of()).getOrDefault(kind, 0.0);
    }

    /** Returns how many hypotheses stand in a state. */
    public long hypotheses(HypothesisState state) {
        return hypotheses.getOrDefault(state, 0L);
    }

    /** Returns how many hypotheses there are. */
    public long allHypotheses() {
        return hypotheses.values().stream().mapToLong(count -> count).sum();
    }

    /** Returns how the tests of a class went. */
    public Tally tally(Bottleneck bottleneck) {
        return classes.getOrDefault(bottleneck, Tally.NONE);
    }

    /** Returns how the tests of what a source of ideas offered went. */
    public Tally tally(String source) {
        return sources.getOrDefault(source, Tally.NONE);
    }

    /** Returns how a refuter fared so far. */
    public TrackRecord refuter(String name) {
        return refuters.getOrDefault(name, TrackRecord.NONE);
    }

    /** Ideas were looked for. */
    public Totals searched(Instant at) {
        return with(draft -> draft.searchedAt = Optional.of(at));
    }

    /** Returns a burn-in found this. */
    public Totals examined(HostHealth health) {
        Map<String, String> now = new HashMap<>(unfit);
        if (health.grade() == HostHealth.Grade.FAIL) {
            now.put(health.place(), health.reasons().get(0));
        } else {
            now.remove(health.place());
        }
        return with(draft -> draft.unfit = Map.copyOf(now));
    }

    /** A cluster was accepted or sent back. */
    public Totals judged(HostHealth.ClusterVerdict verdict) {
        Map<String, HostHealth.ClusterVerdict> now = new HashMap<>(clusters);
        now.put(verdict.cluster(), verdict);
        return with(draft -> draft.clusters = Map.copyOf(now));
    }

    /** Hosts with a device that must not be used: no trial should run there. */
    public Set<String> unfitHosts() {
        return unfit.keySet().stream()
                .map(place -> place.substring(0, place.indexOf('/')))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** With one more booking. */
    public Totals plus(Cost cost) {
        LocalDate day = day(cost);
        Map<Cost.Kind, Double> onDay = spentOn.getOrDefault(day, Map.of());
        return with(draft -> {
            draft.spent = added(spent, Cost.Kind.class, cost.kind(), cost.amount(), Double::sum);
            draft.spentOn = days().plus(day, added(onDay, Cost.Kind.class, cost.kind(), cost.amount(), Double::sum));
        });
    }

    /** Returns the days as they are kept: what was read from a store is copied once, not with each booking. */
    private TreePMap<LocalDate, Map<Cost.Kind, Double>> days() {
        return spentOn instanceof TreePMap<LocalDate, Map<Cost.Kind, Double>> kept ? kept : TreePMap.from(spentOn);
    }

    /** With a hypothesis as it is now instead of as it was before. */
    public Totals with(Optional<Dossier> before, Dossier now) {
        return with(draft -> {
            if (before.filter(was -> was.state() == now.state()).isEmpty()) {
                draft.hypotheses = added(hypotheses, HypothesisState.class, now.state(), 1L, Long::sum);
                before.ifPresent(was ->
                        draft.hypotheses = added(draft.hypotheses, HypothesisState.class, was.state(), -1L, Long::sum));
            }
            if (now.hypothesis().isPlanted()) {
                draft.planted = planted.with(before, now);
                return;
            }
            boolean isNewTest = now.experiment().isPresent()
                    && before.flatMap(Dossier::experiment).isEmpty();
            draft.tests += isNewTest ? 1 : 0;
            draft.refuters = judged(before, now);
            Tally change = Tally.of(now).plus(before.map(Tally::of).orElse(Tally.NONE), -1);
            if (change.equals(Tally.NONE)) {
                return;
            }
            Bottleneck bottleneck = now.hypothesis().bottleneck();
            draft.classes = added(classes, Bottleneck.class, bottleneck, change, (one, more) -> one.plus(more, 1));
            if (isIdea(now)) {
                draft.sources = tallied(source(now), change);
            }
        });
    }

    private Totals with(Consumer<Draft> change) {
        Draft draft = new Draft();
        change.accept(draft);
        return new Totals(
                draft.spent,
                draft.spentOn,
                draft.hypotheses,
                draft.classes,
                draft.tests,
                draft.sources,
                draft.refuters,
                draft.searchedAt,
                draft.unfit,
                draft.clusters,
                draft.planted);
    }

    /** The components of a copy. */
    private final class Draft {
        private Map<Cost.Kind, Double> spent = Totals.this.spent;
        private Map<LocalDate, Map<Cost.Kind, Double>> spentOn = Totals.this.spentOn;
        private Map<HypothesisState, Long> hypotheses = Totals.this.hypotheses;
        private Map<Bottleneck, Tally> classes = Totals.this.classes;
        private int tests = Totals.this.tests;
        private Map<String, Tally> sources = Totals.this.sources;
        private Map<String, TrackRecord> refuters = Totals.this.refuters;
        private Optional<Instant> searchedAt = Totals.this.searchedAt;
        private Map<String, String> unfit = Totals.this.unfit;
        private Map<String, HostHealth.ClusterVerdict> clusters = Totals.this.clusters;
        private PlantedWins planted = Totals.this.planted;
    }

    private static boolean isIdea(Dossier dossier) {
        Provenance.Origin origin = dossier.hypothesis().provenance().origin();
        return origin == Provenance.Origin.DREAM || origin == Provenance.Origin.MODEL;
    }

    private static String source(Dossier dossier) {
        return Idea.sourceOf(dossier.hypothesis().provenance().source());
    }

    private Map<String, Tally> tallied(String source, Tally change) {
        Map<String, Tally> copy = new HashMap<>(sources);
        copy.merge(source, change, (one, more) -> one.plus(more, 1));
        return Map.copyOf(copy);
    }

    private Map<String, TrackRecord> judged(Optional<Dossier> before, Dossier now) {
        Map<String, TrackRecord> gone = before.map(TrackRecord::of).orElse(Map.of());
        Map<String, TrackRecord> come = TrackRecord.of(now);
        if (gone.equals(come)) {
            return refuters;
        }
        Map<String, TrackRecord> copy = new HashMap<>(refuters);
        gone.forEach((name, record) -> copy.merge(name, record, (one, less) -> one.plus(less, -1)));
        come.forEach((name, record) -> copy.merge(name, record, (one, more) -> one.plus(more, 1)));
        copy.values().removeIf(TrackRecord.NONE::equals);
        return Map.copyOf(copy);
    }

    /** Returns the day, UTC, that a booking counts on. */
    public static LocalDate day(Cost cost) {
        return LocalDate.ofInstant(cost.at(), ZoneOffset.UTC);
    }

    private static <K extends Enum<K>, V> Map<K, V> added(
            Map<K, V> to, Class<K> type, K key, V more, BiFunction<V, V, V> sum) {
        Map<K, V> copy = new EnumMap<>(type);
        copy.putAll(to);
        copy.merge(key, more, sum);
        copy.values().removeIf(Long.valueOf(0)::equals);
        return Maps.immutableEnumMap(copy);
    }
}
