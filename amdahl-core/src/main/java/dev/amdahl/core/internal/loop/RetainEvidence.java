package dev.amdahl.core.internal.loop;

import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.EvidenceRole;
import dev.amdahl.core.ledger.event.LedgerUnusableException;
import dev.amdahl.core.ledger.evidence.EvidenceStore;
import dev.amdahl.core.ledger.evidence.StoredArtifact;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.profiler.Artifact;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Keeps the files that a diagnosis rests on beside the ledger, and removes those that no event came to name. */
public final class RetainEvidence {

    private final Cycle cycle;

    /** Keeps files for one cycle. */
    public RetainEvidence(Cycle cycle) {
        this.cycle = cycle;
    }

    /** Removes what was kept and never named, now and then. */
    public void run() {
        Optional<EvidenceStore> store = cycle.evidence();
        if (store.isPresent()) {
            Instant now = cycle.now();
            try {
                store.get().sweepDrafts();
                store.get()
                        .sweepIfDue(
                                digest -> cycle.view().isKept(digest),
                                now.minus(cycle.policy().orphanAge()),
                                now);
            } catch (IOException | DirectoryIteratorException e) {
                cycle.note("files that no event names could not be removed: " + e);
            }
        }
    }

    /** Returns what to record together with the result of an evidence run: its files, which are on the disk by then. */
    public List<Entry> entries(JobSpec job, Run run, ArmResult arm) {
        List<Entry> entries = new ArrayList<>();
        cycle.evidence().ifPresent(store -> {
            for (Artifact artifact : Artifacts.of(cycle.setup(), job, run, arm)) {
                keep(store, artifact)
                        .ifPresent(kept -> entries.add(new Entry.EvidenceKept(
                                run.plan().key(), artifact.role(), kept.digest(), kept.bytes())));
            }
        });
        return entries;
    }

    /** Returns what to record of a patch that was built, or was not: itself and what the build said. */
    public List<Entry> build(Hypothesis hypothesis, String log) {
        List<Entry> entries = new ArrayList<>();
        if (hypothesis.change() instanceof PatchChange patch) {
            Map<String, String> texts = Map.of(EvidenceRole.PATCH, patch.diff(), EvidenceRole.BUILD_LOG, log);
            cycle.evidence()
                    .ifPresent(store -> new TreeMap<>(texts).forEach((role, text) -> {
                        try {
                            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                            StoredArtifact kept = store.put(new ByteArrayInputStream(bytes), bytes.length);
                            entries.add(new Entry.EvidenceKept(hypothesis.id(), role, kept.digest(), kept.bytes()));
                        } catch (IOException | LedgerUnusableException e) {
                            cycle.note("the " + role + " of " + hypothesis.id() + " is not kept beside the ledger: "
                                    + e.getMessage());
                        }
                    }));
        }
        return entries;
    }

    private Optional<StoredArtifact> keep(EvidenceStore store, Artifact artifact) {
        try {
            long bytes = Files.size(artifact.path());
            if (bytes > cycle.policy().keptLimitBytes()) {
                cycle.note(artifact.path() + " is not kept beside the ledger: it has " + bytes + " bytes, more than "
                        + cycle.policy().keptLimitBytes());
                return Optional.empty();
            }
            return Optional.of(store.put(artifact.path()));
        } catch (IOException | LedgerUnusableException e) {
            cycle.note(artifact.path() + " is not kept beside the ledger: " + e.getMessage());
            return Optional.empty();
        }
    }
}
