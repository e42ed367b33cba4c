package dev.amdahl.core.internal.loop.screen;

import dev.amdahl.core.internal.change.Fingerprints;
import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.spi.experiment.BuildFailedException;
import dev.amdahl.spi.experiment.Builder;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.Proposal;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Gives a proposed change its identity in the ledger. Not thread-safe. */
public final class Identity {
    private static final int LENGTH = 10;

    private final Cycle cycle;
    private final JobSpec job;
    private final Map<PatchChange, Map<String, String>> patched = new HashMap<>();

    /** Identities of changes to one job. */
    public Identity(Cycle cycle, JobSpec job) {
        this.cycle = cycle;
        this.job = job;
    }

    /** Returns the hypothesis that a proposal makes, with an id of its own even where it was tried before. */
    public Hypothesis of(Proposal proposal, Diagnosis diagnosis) {
        Fingerprint fingerprint = in(proposal, job.accelerators().type(), new ContextChange(cycle).code(job));
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

    /** Returns the identity of a change in a context; the one under which an earlier version recorded it where that is known. */
    Fingerprint in(Proposal proposal, String acceleratorType, String code) {
        String metric = job.metric().name();
        if (proposal.change() instanceof PatchChange patch) {
            return Fingerprints.of(
                    job.family(), metric, patch, patched.computeIfAbsent(patch, this::after), acceleratorType, code);
        }
        ConfigChange change = (ConfigChange) proposal.change();
        Fingerprint canonical =
                Fingerprints.of(job.family(), metric, fromPresent(change), Map.of(), acceleratorType, code);
        Fingerprint named = Fingerprints.byLeverName(job.family(), metric, change, acceleratorType, code);
        boolean isKnownByName = cycle.view().standings(canonical).isEmpty()
                && !cycle.view().standings(named).isEmpty();
        return isKnownByName ? named : canonical;
    }

    /** Returns what a setting moves from is what the job declares, whatever its author called it. */
    private ConfigChange fromPresent(ConfigChange change) {
        return new ConfigChange(change.settings().stream()
                .map(setting -> new LeverSetting(setting.lever(), setting.target(), present(setting), setting.to()))
                .toList());
    }

    private String present(LeverSetting setting) {
        if (setting.target() instanceof LeverSetting.Environment target) {
            return job.environment().getOrDefault(target.variable(), setting.from());
        }
        if (setting.target() instanceof LeverSetting.Argument target) {
            return target.placeholder();
        }
        if (setting.target() instanceof LeverSetting.Flag flag) {
            return flag.in(job.command());
        }
        return setting.target() instanceof LeverSetting.AcceleratorCount
                ? Integer.toString(job.accelerators().count())
                : setting.from();
    }

    /** Returns the patched files as they would be; where the patch is refused or does not apply, the patch itself stands for them. */
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
