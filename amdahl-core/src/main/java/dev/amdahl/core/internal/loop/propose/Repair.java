package dev.amdahl.core.internal.loop.propose;

import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.loop.Diagnoses;
import dev.amdahl.core.internal.loop.Measurements;
import dev.amdahl.core.internal.loop.dispatch.Patches;
import dev.amdahl.core.internal.loop.screen.Identity;
import dev.amdahl.core.ledger.entry.Screening.Stage;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.spi.hypothesis.Advisor;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.Proposal;
import dev.amdahl.spi.hypothesis.Provenance;
import dev.amdahl.spi.hypothesis.Rationale;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Shows advisors why a patch that nobody answers for did not build, or failed the tests, so often and no more. What one offers instead is a hypothesis of
 * its own that names the one it repairs.
 */
final class Repair {
    private static final Pattern REPAIRED = Pattern.compile("repair (\\d{1,4}) of \\d+ of .*");

    private final Cycle cycle;

    Repair(Cycle cycle) {
        this.cycle = cycle;
    }

    void after(JobSpec job, Dossier failed, String log, Stage stage) {
        int turn = 1 + turns(failed);
        if (!(failed.hypothesis().change() instanceof PatchChange patch)
                || Patches.isVouchedFor(failed.hypothesis())
                || turn > cycle.policy().buildRepairs()) {
            return;
        }
        Measurements measured = Measurements.of(cycle, job);
        Diagnosis diagnosis = measured.freshDiagnosis(cycle).orElse(Diagnoses.unknown(job.family()));
        for (Advisor advisor : cycle.setup().advisors()) {
            Optional<Proposal> offered =
                    new Proposals(cycle).repair(advisor, new Brief(cycle, job, diagnosis), patch, log);
            if (offered.isPresent()) {
                String why = "repair " + turn + " of " + cycle.policy().buildRepairs() + " of " + failed.id()
                        + (stage == Stage.TESTS ? ", which failed the tests" : ", which could not be built");
                enter(job, measured, failed, ofSameOrigin(offered.get(), failed), diagnosis, why);
                return;
            }
        }
    }

    private void enter(
            JobSpec job, Measurements measured, Dossier failed, Proposal proposal, Diagnosis diagnosis, String why) {
        Hypothesis hypothesis = new Identity(cycle, job).of(proposal, diagnosis);
        if (cycle.view().standings(hypothesis.fingerprint()).isEmpty()) {
            new Hypothesize(cycle).enter(job, measured, hypothesis, Optional.of(why), proposal.rationale());
        } else {
            cycle.note(failed.id() + ": its repair is a change that was tried before");
        }
    }

    /** Nobody comes to answer for a patch by its being repaired. */
    private static Proposal ofSameOrigin(Proposal offered, Dossier failed) {
        return new Proposal(
                offered.title(),
                offered.addresses(),
                offered.change(),
                offered.expectedFraction(),
                new Provenance(
                        failed.hypothesis().provenance().origin(),
                        offered.provenance().source(),
                        offered.provenance().maturity()),
                reasons(offered, failed));
    }

    /** Returns a repair without reasons of its own rests on those of what it repairs. */
    private static Optional<Rationale> reasons(Proposal offered, Dossier failed) {
        boolean isSilent =
                offered.rationale().map(Rationale::mechanism).orElse("").isBlank();
        return failed.rationale()
                .filter(before -> isSilent)
                .map(before -> before.objecting(
                        offered.rationale().map(Rationale::objections).orElse(List.of())))
                .or(offered::rationale);
    }

    private static int turns(Dossier dossier) {
        Matcher matcher = REPAIRED.matcher(dossier.reopens().orElse(""));
        return matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
    }
}
