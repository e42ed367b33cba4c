package dev.amdahl.core.internal.loop.propose;

import dev.amdahl.core.internal.advice.SourceBandit;
import dev.amdahl.core.internal.advice.SourceBandit.Track;
import dev.amdahl.core.internal.advice.WinRate;
import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.refine.GroupAdvantage;
import dev.amdahl.core.internal.refine.StagedReward;
import dev.amdahl.core.ledger.entry.ModelCall;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.spi.hypothesis.Advisor;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.Idea;
import dev.amdahl.spi.hypothesis.JobSpec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * What those who are paid for proposals have brought, by the newest hypotheses of the declared jobs, and whom to ask next. Only what was
 * measured and what was paid counts; nothing that a model says does. With fewer than two of them there is nothing to choose.
 */
public final class Proposers {
    private static final int MIN = 2;
    private static final int HEX = 16;
    private static final NormalDistribution STANDARD = NormalDistribution.of(0, 1);
    private static final Set<HypothesisState> WON =
            EnumSet.of(HypothesisState.SURVIVED, HypothesisState.IN_REVIEW, HypothesisState.PROMOTED);
    private static final Set<HypothesisState> UNTOLD = EnumSet.of(HypothesisState.CANCELLED, HypothesisState.EXPIRED);

    private final Cycle cycle;

    /** As the ledger of one cycle stands. */
    public Proposers(Cycle cycle) {
        this.cycle = cycle;
    }

    /** Returns the name under which an advisor is chosen; empty for one that costs nothing, and where there is nothing to choose. */
    Optional<String> name(Advisor advisor) {
        return names().size() < MIN ? Optional.empty() : advisor.proposer();
    }

    /** Returns what an advisor calls the source of a proposal, under its own name and no other that is chosen by. */
    String named(Advisor advisor, String source) {
        Optional<String> name = name(advisor);
        if (name.isPresent()) {
            return source.startsWith(name.get() + ":") ? source : name.get() + ":" + source;
        }
        boolean isOfAnother = names().size() >= MIN && names().contains(Idea.sourceOf(source));
        return isOfAnother ? source.replace(':', '-') : source;
    }

    private List<String> names() {
        return cycle.setup().advisors().stream()
                .flatMap(advisor -> advisor.proposer().stream())
                .distinct()
                .toList();
    }

    /** Returns all advisors in the order in which they are asked about a job: first those that cost nothing, as they are configured. */
    List<Advisor> inOrder(JobSpec job) {
        List<String> names = names();
        if (names.size() < MIN) {
            return cycle.setup().advisors();
        }
        List<String> ranked = new SourceBandit(seed(job)).ranked(names, tracks(names));
        List<Advisor> order = new ArrayList<>();
        cycle.setup().advisors().stream()
                .filter(advisor -> advisor.proposer().isEmpty())
                .forEach(order::add);
        ranked.forEach(name -> cycle.setup().advisors().stream()
                .filter(advisor -> advisor.proposer().equals(Optional.of(name)))
                .forEach(order::add));
        return order;
    }

    private long seed(JobSpec job) {
        return Long.parseUnsignedLong(cycle.view().head().substring(0, HEX), HEX)
                ^ job.family().hashCode();
    }

    /** Returns what is known of these sources, by their names. */
    public Map<String, Track> tracks(Collection<String> names) {
        Map<String, List<Dossier>> groups = new TreeMap<>();
        Map<String, Double> paid = new HashMap<>();
        for (JobSpec job : cycle.setup().jobs()) {
            pay(job.family(), paid);
            for (Dossier dossier : cycle.view().recent(job.family())) {
                if (names.contains(source(dossier))) {
                    pay(dossier.id(), paid);
                    groups.computeIfAbsent(group(dossier), first -> new ArrayList<>())
                            .add(dossier);
                }
            }
        }
        Map<String, WinRate> rates = new HashMap<>();
        groups.values().forEach(group -> credit(group, rates));
        Map<String, Track> tracks = new HashMap<>();
        for (String name : names) {
            tracks.put(name, new Track(rates.getOrDefault(name, WinRate.UNKNOWN), paid.getOrDefault(name, 0.0)));
        }
        return tracks;
    }

    /** Tokens, as not every model has a price. */
    private void pay(String about, Map<String, Double> paid) {
        for (ModelCall call : cycle.view().callsAbout(about)) {
            if (call.standing() != ModelCall.Standing.REFUSED) {
                paid.merge(call.proposer(), (double) call.tokens(), Double::sum);
            }
        }
    }

    private static String source(Dossier dossier) {
        return Idea.sourceOf(dossier.hypothesis().provenance().source());
    }

    /** One place of one job on the same evidence. */
    private static String group(Dossier dossier) {
        return dossier.hypothesis().family()
                + dossier.hypothesis().evidence()
                + dossier.hypothesis().change().surface();
    }

    /**
     * Adds what candidates of one place are worth: the advantage of each over the others where several proposers had theirs measured there and
     * one won, as a share between 0 and 1; else won or lost, as the best of none that won is worth nothing.
     */
    static void credit(List<Dossier> group, Map<String, WinRate> rates) {
        List<Dossier> measured = group.stream()
                .filter(dossier -> dossier.comparison().isPresent()
                        && StagedReward.of(dossier).isPresent())
                .toList();
        boolean isCompared = measured.stream().map(Proposers::source).distinct().count() >= MIN
                && measured.stream().anyMatch(dossier -> WON.contains(dossier.state()));
        double[] advantages = isCompared
                ? GroupAdvantage.of(measured.stream()
                        .mapToDouble(dossier -> StagedReward.of(dossier).orElseThrow())
                        .toArray())
                : new double[0];
        for (Dossier dossier : group) {
            int place = measured.indexOf(dossier);
            if (isCompared && place >= 0) {
                add(rates, source(dossier), STANDARD.cumulativeProbability(advantages[place]));
            } else if (isOver(dossier)) {
                add(rates, source(dossier), WON.contains(dossier.state()) ? 1 : 0);
            }
        }
    }

    private static boolean isOver(Dossier dossier) {
        return WON.contains(dossier.state()) || (dossier.state().isTerminal() && !UNTOLD.contains(dossier.state()));
    }

    private static void add(Map<String, WinRate> rates, String source, double credit) {
        rates.merge(
                source,
                new WinRate(credit, 1),
                (one, more) -> new WinRate(one.wins() + more.wins(), one.decided() + more.decided()));
    }
}
