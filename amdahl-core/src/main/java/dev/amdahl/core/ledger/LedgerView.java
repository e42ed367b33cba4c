package dev.amdahl.core.ledger;

import dev.amdahl.spi.hypothesis.Fingerprint;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The state that follows from the entries of a ledger up to its head. Implementations are immutable snapshots. */
public interface LedgerView {

    /** Number of events. */
    long events();

    /** Hash of the last event; of the empty ledger, 64 zeros. */
    String head();

    /** Families by name. */
    List<Family> families();

    /** One family. */
    Optional<Family> family(String name);

    /** All hypotheses, in order of proposal. */
    List<Dossier> dossiers();

    /** One hypothesis. */
    Optional<Dossier> dossier(String id);

    /** All hypotheses with this identity, newest last. */
    List<Dossier> byFingerprint(Fingerprint fingerprint);

    /** All submissions, in order of intent. */
    List<Run> runs();

    /** One submission. */
    Optional<Run> run(String key);

    /** The submissions of an experiment, in order of intent. */
    List<Run> runsOf(String hypothesis);

    /** All bookings, in order. */
    List<Cost> costs();

    /** Ideas that the dream phase found and that have not become hypotheses, by order. */
    List<Entry.IdeaFound> ideas();

    /** Public keys that reviewers were admitted with, by name; base64 of their X.509 form. */
    Map<String, String> reviewerKeys();
}
