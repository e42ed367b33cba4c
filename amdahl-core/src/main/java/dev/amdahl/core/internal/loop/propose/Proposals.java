package dev.amdahl.core.internal.loop.propose;

import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.workspace.PatchFilter;
import dev.amdahl.core.internal.workspace.PatchRefusedException;
import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Advice;
import dev.amdahl.spi.hypothesis.Advisor;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.Proposal;
import dev.amdahl.spi.hypothesis.Provenance;
import dev.amdahl.spi.hypothesis.Rationale;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Asks an advisor; one that fails, or says what makes no sense, costs the cycle nothing but a note. What a model proposes is held to
 * the declaration of the job once more, whoever passes it on, and its class to the diagnosis.
 */
final class Proposals {
    private final Cycle cycle;

    Proposals(Cycle cycle) {
        this.cycle = cycle;
    }

    /** Returns the sound proposals of an advisor, in its order. */
    List<Proposal> of(Advisor advisor, Brief briefing) {
        try {
            ask(advisor);
            return sound(advisor, briefing, advisor.advise(briefing), "");
        } catch (RuntimeException failed) {
            cycle.note(briefing.job().family() + ": an advisor failed, the next cycle asks again: " + failed);
            return List.of();
        } finally {
            cycle.calls().asking(Optional.empty());
        }
    }

    /** Returns what an advisor offers instead of a patch that did not build, held to the same. */
    Optional<Proposal> repair(Advisor advisor, Brief briefing, PatchChange failed, String log) {
        try {
            ask(advisor);
            return sound(advisor, briefing, advisor.adviseRepair(briefing, failed, log), log).stream()
                    .findFirst();
        } catch (RuntimeException broken) {
            cycle.note(briefing.job().family() + ": an advisor failed at a repair: " + broken);
            return Optional.empty();
        } finally {
            cycle.calls().asking(Optional.empty());
        }
    }

    private void ask(Advisor advisor) {
        cycle.calls().forgetAnswer();
        cycle.calls().asking(advisor.proposer());
    }

    private List<Proposal> sound(Advisor advisor, Brief briefing, Advice advice, String buildLog) {
        List<Proposal> sound = new ArrayList<>();
        String family = briefing.job().family();
        List<String> notes = new ArrayList<>(advice.notes());
        List<String> suspicions = isOfModel(advice) ? briefing.suspicions(buildLog) : List.of();
        suspicions.forEach(suspicion -> cycle.note(family + ": " + suspicion));
        for (Proposal proposal : advice.proposals()) {
            Optional<String> fault = fault(briefing.job(), proposal);
            if (fault.isPresent()) {
                notes.add("a proposal " + fault.get() + " was left out: '" + proposal.title() + "'");
            } else {
                Proposal own = named(advisor, proposal);
                sound.add(isModel(own) ? examined(briefing, own, suspicions) : own);
            }
        }
        notes.forEach(note -> cycle.note(family + ": " + note));
        cycle.calls().keep(notes);
        return sound;
    }

    private Proposal named(Advisor advisor, Proposal proposal) {
        Provenance provenance = proposal.provenance();
        String source = new Proposers(cycle).named(advisor, provenance.source());
        return source.equals(provenance.source())
                ? proposal
                : new Proposal(
                        proposal.title(),
                        proposal.addresses(),
                        proposal.change(),
                        proposal.expectedFraction(),
                        new Provenance(provenance.origin(), source, provenance.maturity()),
                        proposal.rationale());
    }

    private static Optional<String> fault(JobSpec job, Proposal proposal) {
        double expected = proposal.expectedFraction().orElse(0);
        if (proposal.title().isBlank() || proposal.addresses().isEmpty() || !(expected >= 0 && expected <= 1)) {
            return Optional.of("without a title, a class or a sensible expectation");
        }
        return isModel(proposal) && !isDeclared(job, proposal)
                ? Optional.of("of a model, for what the job does not declare,")
                : Optional.empty();
    }

    /** Rules have nothing to say of their answers. */
    private static boolean isOfModel(Advice advice) {
        return !advice.notes().isEmpty() || advice.proposals().stream().anyMatch(Proposals::isModel);
    }

    private static boolean isModel(Proposal proposal) {
        return proposal.provenance().origin() == Provenance.Origin.MODEL;
    }

    private static boolean isDeclared(JobSpec job, Proposal proposal) {
        return proposal.change() instanceof ConfigChange config
                ? config.settings().stream().allMatch(setting -> isDeclared(job, setting))
                : job.source().filter(source -> !source.editable().isEmpty()).isPresent();
    }

    private static boolean isDeclared(JobSpec job, LeverSetting setting) {
        return job.levers().stream()
                .anyMatch(lever -> lever.name().equals(setting.lever())
                        && lever.target().equals(setting.target())
                        && lever.current().equals(setting.from())
                        && lever.values().contains(setting.to()));
    }

    /** With the files that the patch does touch, and with what the loop holds against it. */
    private static Proposal examined(Brief briefing, Proposal proposal, List<String> suspicions) {
        List<String> objections = new ArrayList<>();
        disagreement(briefing.diagnosis(), proposal.addresses()).ifPresent(objections::add);
        suspicions.forEach(suspicion -> objections.add("the model was shown this: " + suspicion));
        Rationale rationale = proposal.rationale().orElseGet(() -> new Rationale("", "", List.of()));
        return new Proposal(
                proposal.title(),
                proposal.addresses(),
                proposal.change() instanceof PatchChange patch ? touching(briefing.job(), patch) : proposal.change(),
                proposal.expectedFraction(),
                proposal.provenance(),
                Optional.of(rationale.objecting(objections)));
    }

    /** A refused patch stays as it is: the build refuses it too, and the ledger says why. */
    private static PatchChange touching(JobSpec job, PatchChange patch) {
        try {
            PatchFilter filter = PatchFilter.allowing(job.source().orElseThrow().editable());
            return new PatchChange(patch.diff(), filter.touched(patch.diff()));
        } catch (PatchRefusedException refused) {
            return patch;
        }
    }

    /** Returns where the classes of a proposal are not those of the seconds that were accounted for. */
    private static Optional<String> disagreement(Diagnosis diagnosis, List<Bottleneck> addresses) {
        List<Bottleneck> absent = addresses.stream()
                .filter(claimed -> claimed.kind() != Bottleneck.Kind.FINDING)
                .filter(claimed -> diagnosis.accounts().stream().noneMatch(account -> holds(account, claimed)))
                .toList();
        if (absent.isEmpty() || diagnosis.accounts().isEmpty()) {
            return Optional.empty();
        }
        String seen = diagnosis.accounts().stream()
                .filter(account -> account.wallSeconds() > 0 || account.acceleratorSeconds() > 0)
                .map(account -> account.bottleneck().name())
                .collect(Collectors.joining(", "));
        return Optional.of("the model says "
                + absent.stream().map(Enum::name).collect(Collectors.joining(", "))
                + ", of which the diagnosis has no seconds; it has " + seen);
    }

    private static boolean holds(Account account, Bottleneck claimed) {
        return account.bottleneck() == claimed && (account.wallSeconds() > 0 || account.acceleratorSeconds() > 0);
    }
}
