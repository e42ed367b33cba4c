package dev.amdahl.core.internal.loop;

import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.Fingerprint;
import dev.amdahl.spi.hypothesis.Hypothesis;
import dev.amdahl.spi.hypothesis.Provenance;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which promoted changes are in effect, as the ledger stands.
 *
 * @param view the ledger
 */
public record Incumbents(LedgerView view) {
    /** How the source of a hypothesis begins that leaves out a promoted change; the fingerprint of that follows. */
    public static final String LEAVE_ONE_OUT = "leave-one-out:";

    /** Returns the fingerprints of a family's promoted changes, in order. */
    public List<Fingerprint> of(String family) {
        return view.family(family).map(Family::incumbent).orElse(List.of());
    }

    /** Returns the promoted change that a hypothesis leaves out; empty for one that makes a change of its own. */
    public static Optional<Fingerprint> removed(Hypothesis hypothesis) {
        String source = hypothesis.provenance().source();
        return hypothesis.provenance().origin() == Provenance.Origin.RULE && source.startsWith(LEAVE_ONE_OUT)
                ? Optional.of(new Fingerprint(source.substring(LEAVE_ONE_OUT.length())))
                : Optional.empty();
    }

    /** Returns the promoted hypotheses of a family whose changes are in effect, in order. */
    public List<Hypothesis> inEffect(String family) {
        return inEffect(of(family));
    }

    /** Returns the promoted hypotheses whose changes are in effect, in order: those that a later promotion removed are gone. */
    public List<Hypothesis> inEffect(List<Fingerprint> incumbent) {
        List<Hypothesis> effective = new ArrayList<>();
        for (Fingerprint fingerprint : incumbent) {
            for (Dossier dossier :
                    view.byFingerprint(fingerprint).stream().limit(1).toList()) {
                Optional<Fingerprint> out = removed(dossier.hypothesis());
                if (out.isPresent()) {
                    effective.removeIf(other -> other.fingerprint().equals(out.get()));
                } else {
                    effective.add(dossier.hypothesis());
                }
            }
        }
        return effective;
    }

    /** Returns the changes behind some fingerprints, in order. */
    public List<Change> changes(List<Fingerprint> fingerprints) {
        return inEffect(fingerprints).stream().map(Hypothesis::change).toList();
    }

    /** Returns what the variant of a hypothesis runs with: the incumbent and its change, or the incumbent without the one it leaves out. */
    public List<Change> changed(List<Fingerprint> incumbent, Hypothesis hypothesis) {
        List<Change> changes = new ArrayList<>();
        Optional<Fingerprint> removed = removed(hypothesis);
        for (Hypothesis promoted : inEffect(incumbent)) {
            if (removed.filter(promoted.fingerprint()::equals).isEmpty()) {
                changes.add(promoted.change());
            }
        }
        if (removed.isEmpty()) {
            changes.add(hypothesis.change());
        }
        return changes;
    }
}
