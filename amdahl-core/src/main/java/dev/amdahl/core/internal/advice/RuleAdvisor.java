package dev.amdahl.core.internal.advice;

import dev.amdahl.core.internal.timeline.Ceilings;
import dev.amdahl.spi.hypothesis.Advisor;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Briefing;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Contribution;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.Idea;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.Proposal;
import dev.amdahl.spi.hypothesis.Provenance;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * One proposal per alternative value of each lever, and one per contribution, that addresses a diagnosed class; everything
 * when the diagnosis leaves over 10 % of the gap seconds unattributed. A class is diagnosed when it has seconds, for
 * re-label classes productive ones; findings have none and always count. The expected fraction is the author's, else the
 * typical one of the named idea, else the median of the fitting ideas of that class and kind, else .3. Host causes come before
 * kernel causes, then larger expected savings first. Immutable, so thread-safe.
 */
public final class RuleAdvisor implements Advisor {
    private static final double UNKNOWN_FRACTION = .3;
    private static final Set<Bottleneck> KERNEL_CAUSES = Set.of(
            Bottleneck.UNDER_BATCHED, Bottleneck.KERNEL_INEFFICIENT, Bottleneck.MEMORY_BOUND, Bottleneck.COMPUTE_BOUND);

    private final IdeaCatalogue catalogue;

    /** Rules whose named ideas are looked up in a catalogue. */
    public RuleAdvisor(IdeaCatalogue catalogue) {
        this.catalogue = catalogue;
    }

    @Override
    public List<Proposal> propose(Briefing briefing) {
        List<Proposal> proposals = new ArrayList<>();
        for (Lever lever : briefing.job().levers()) {
            if (isDiagnosed(briefing.diagnosis(), lever.addresses())) {
                lever.values().forEach(value -> proposals.add(fromLever(briefing, lever, value)));
            }
        }
        for (Contribution contribution : briefing.job().contributions()) {
            if (isDiagnosed(briefing.diagnosis(), contribution.addresses())) {
                proposals.add(fromContribution(briefing, contribution));
            }
        }
        proposals.sort(Comparator.comparing((Proposal proposal) -> isKernelCause(proposal.addresses()))
                .thenComparing(Comparator.comparingDouble(
                                (Proposal proposal) -> expectedSeconds(briefing.diagnosis(), proposal))
                        .reversed()));
        return List.copyOf(proposals);
    }

    static boolean isKernelCause(List<Bottleneck> addresses) {
        return KERNEL_CAUSES.contains(addresses.get(0));
    }

    private static boolean isDiagnosed(Diagnosis diagnosis, List<Bottleneck> addresses) {
        if (addresses.isEmpty()) {
            return false;
        }
        return !Ceilings.areTold(diagnosis)
                || addresses.stream()
                        .anyMatch(bottleneck ->
                                bottleneck.kind() == Bottleneck.Kind.FINDING || diagnosis.wallSeconds(bottleneck) > 0);
    }

    private Proposal fromLever(Briefing briefing, Lever lever, String value) {
        Change change = lever.set(value);
        return new Proposal(
                lever.name() + ": " + lever.current() + " -> " + value,
                lever.addresses(),
                change,
                OptionalDouble.of(
                        fraction(briefing, lever.idea(), lever.addresses().get(0), change)),
                lever.idea()
                        .map(idea -> known(briefing, idea)
                                .map(Idea::provenance)
                                .orElseGet(() -> new Provenance(Provenance.Origin.IDEA, idea)))
                        .orElseGet(() -> new Provenance(Provenance.Origin.RULE, "lever " + lever.name())));
    }

    private Proposal fromContribution(Briefing briefing, Contribution contribution) {
        double fraction = contribution
                .expectedFraction()
                .orElseGet(() -> fraction(
                        briefing, contribution.idea(), contribution.addresses().get(0), contribution.change()));
        return new Proposal(
                contribution.title(),
                contribution.addresses(),
                contribution.change(),
                OptionalDouble.of(fraction),
                new Provenance(Provenance.Origin.HUMAN, "jobs file"));
    }

    private Optional<Idea> known(Briefing briefing, String id) {
        return briefing.ideas().stream()
                .filter(idea -> idea.id().equals(id))
                .findFirst()
                .or(() -> catalogue.idea(id));
    }

    private double fraction(Briefing briefing, Optional<String> named, Bottleneck bottleneck, Change change) {
        Optional<Idea> idea = named.flatMap(id -> known(briefing, id));
        if (idea.isPresent()) {
            return idea.get().typicalFraction();
        }
        Set<String> kinds = kinds(change);
        double[] typical = briefing.ideas().stream()
                .filter(known -> known.bottleneck() == bottleneck && kinds.contains(known.kind()))
                .filter(known -> Symptoms.hold(known, briefing.diagnosis().metrics()))
                .mapToDouble(Idea::typicalFraction)
                .sorted()
                .toArray();
        int middle = typical.length / 2;
        if (typical.length == 0) {
            return UNKNOWN_FRACTION;
        }
        return typical.length % 2 == 1 ? typical[middle] : (typical[middle - 1] + typical[middle]) / 2;
    }

    private static Set<String> kinds(Change change) {
        if (!(change instanceof ConfigChange config)) {
            return Set.of("code");
        }
        LeverSetting.Target target = config.settings().get(0).target();
        if (target instanceof LeverSetting.AcceleratorCount) {
            return Set.of("placement", "schedule");
        }
        return target instanceof LeverSetting.Environment ? Set.of("env", "config") : Set.of("config");
    }

    private static double expectedSeconds(Diagnosis diagnosis, Proposal proposal) {
        return diagnosis.wallShare(Set.copyOf(proposal.addresses())).orElse(0)
                * proposal.expectedFraction().orElse(UNKNOWN_FRACTION);
    }
}
