package dev.amdahl.core.loop;

import dev.amdahl.core.ledger.Entry;
import dev.amdahl.core.ledger.RecordedArm;
import dev.amdahl.core.ledger.Run;
import dev.amdahl.core.ledger.evidence.EvidenceStore;
import dev.amdahl.core.ledger.evidence.KeptFile;
import dev.amdahl.core.ledger.store.LedgerUnusableException;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.profiler.Artifact;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Keeps the files that a diagnosis rests on beside the ledger, and removes those that no event came to name. Stateless. */
public final class Keep {

    /** Removes what was kept and never named, now and then. */
    public void run(Cycle cycle) {
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

    /** What to record together with the result of an evidence run: its files, which are on the disk by then. */
    static List<Entry> entries(Cycle cycle, JobSpec job, Run run, RecordedArm arm) {
        List<Entry> entries = new ArrayList<>();
        cycle.evidence().ifPresent(store -> {
            for (Artifact artifact : Artifacts.of(cycle.setup(), job, run, arm)) {
                keep(cycle, store, artifact)
                        .ifPresent(kept -> entries.add(new Entry.EvidenceKept(
                                run.plan().key(), artifact.role(), kept.digest(), kept.bytes())));
            }
        });
        return entries;
    }

    private static Optional<KeptFile> keep(Cycle cycle, EvidenceStore store, Artifact artifact) {
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
