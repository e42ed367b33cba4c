package dev.amdahl.core.internal.ledger.state;

import dev.amdahl.core.ledger.entry.Cost;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.ModelCall;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Run;
import dev.amdahl.core.ledger.view.Standing;
import dev.amdahl.core.ledger.view.TestRecord;
import dev.amdahl.spi.hypothesis.Fingerprint;
import java.util.List;
import java.util.Optional;
import org.pcollections.TreePMap;

/**
 * Everything a ledger knows, live or over, by the event that made it; what is live may be newer in the snapshot that asks. Nothing made
 * by an event after {@code asOf} is shown. Implementations are thread-safe.
 */
interface Archive {
    Optional<Dossier> dossier(String id, long asOf);

    /** In order of proposal. */
    List<Standing> standings(Fingerprint fingerprint, long asOf);

    /** In order of proposal. */
    List<Dossier> byFingerprint(Fingerprint fingerprint, long asOf);

    /** In order of proposal. */
    List<Dossier> bySource(String family, String source, long asOf);

    /** Returns the newest, in order of proposal. */
    List<Dossier> recent(String family, int most, long asOf);

    Optional<Run> run(String key, long asOf);

    TreePMap<Long, Run> runsOf(String hypothesis, long asOf);

    /** Returns the newest. */
    TreePMap<Long, Run> recentRuns(String family, int most, long asOf);

    /** The newest noise and evidence runs. */
    TreePMap<Long, Run> measurements(String family, int most, long asOf);

    /** By the event of the design. */
    TreePMap<Long, TestRecord> tests(long asOf);

    Optional<Snapshot.FoundIdea> idea(String id, long asOf);

    List<Dossier> dossiers(long asOf);

    List<Run> runs(long asOf);

    List<Cost> costs(long asOf);

    /** In order. */
    List<Entry.EvidenceKept> keptOf(String key, long asOf);

    boolean isKept(String digest);

    Optional<ModelCall> call(String id, long asOf);

    /** In order. */
    List<ModelCall> calls(long asOf);

    /** In order. */
    List<ModelCall> callsOf(String question, long asOf);

    /** In order. */
    List<ModelCall> callsAbout(String about, long asOf);

    /** Returns whether it shows what is committed and nothing else. */
    default boolean isCommitted() {
        return true;
    }

    /** With a hypothesis as it is now; an archive that reads what is committed is what it was. */
    default Archive with(long birth, Dossier dossier) {
        return this;
    }

    /** With a run as it is now. */
    default Archive with(long birth, Run run) {
        return this;
    }

    /** With one more booking. */
    default Archive with(Cost cost) {
        return this;
    }

    /** With one more kept file. */
    default Archive with(Entry.EvidenceKept kept) {
        return this;
    }

    /** With a call as it is now. */
    default Archive with(ModelCall call) {
        return this;
    }

    /** With an idea as it is now. */
    default Archive with(String id, Snapshot.FoundIdea idea) {
        return this;
    }
}
