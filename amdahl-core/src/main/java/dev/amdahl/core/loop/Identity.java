package dev.amdahl.core.loop;

import dev.amdahl.core.advice.Fingerprints;
import dev.amdahl.spi.experiment.BuildFailedException;
import dev.amdahl.spi.experiment.Builder;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.Proposal;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Gives a proposed change its identity in the ledger. Not thread-safe. */
final class Identity {
    private static final int LENGTH = 10;

    private final Cycle cycle;
    private final JobSpec job;

    Identity(Cycle cycle, JobSpec job) {
        this.cycle = cycle;
        this.job = job;
    }

    Hypothesis of(Proposal proposal, Diagnosis diagnosis) {
        Fingerprint fingerprint = Fingerprints.of(
                job.family(),
                job.metric().name(),
                proposal.change(),
                proposal.change() instanceof PatchChange patch ? after(patch) : Map.of(),
                job.accelerators().type(),
                Measurements.epoch(job));
        int earlier = cycle.view().standings(fingerprint).size();
        String id = earlier == 0
                ? fingerprint.hex().substring(0, LENGTH)
                : fingerprint.hex().substring(0, LENGTH) + "-" + (earlier + 1);
        return new Hypothesis(
                id,
                job.family(),
                proposal.addresses(),
                proposal.addresses().get(0).axis(),
                proposal.title(),
                proposal.change(),
                proposal.expectedFraction(),
                proposal.provenance(),
                diagnosis.evidence(),
                fingerprint);
    }

    /** The patched files as they would be; where the patch is refused or does not apply, the patch itself stands for them. */
    private Map<String, String> after(PatchChange patch) {
        Optional<Builder> builder = cycle.setup().builder();
        if (builder.isPresent() && job.source().isPresent()) {
            try {
                return builder.get().contentAfter(job.source().get(), patch);
            } catch (BuildFailedException refused) {
                cycle.note(job.family() + ": " + refused.getMessage());
            }
        }
        Map<String, String> stand = new TreeMap<>();
        patch.paths().forEach(path -> stand.put(path, patch.diff()));
        return stand;
    }
}
