package dev.amdahl.core.internal.loop.verify;

import dev.amdahl.core.ledger.view.Totals;
import dev.amdahl.core.ledger.view.TrackRecord;
import dev.amdahl.spi.experiment.Evidence;
import dev.amdahl.spi.experiment.Refuter;
import dev.amdahl.spi.experiment.Vote;
import java.util.List;
import java.util.OptionalDouble;

/** An adviser that refuted too many claims that turned out right: it is not asked, and the record says why. */
record MutedRefuter(String name, TrackRecord record) implements Refuter {

    /** The refuter, or this in its place. */
    static Refuter wrapIfMuted(Refuter refuter, Totals totals) {
        TrackRecord record = totals.refuter(refuter.name());
        return refuter.isAdvisory() && record.isMuted() ? new MutedRefuter(refuter.name(), record) : refuter;
    }

    @Override
    public Vote examine(Evidence evidence) {
        return new Vote(
                name,
                Vote.Ballot.ABSTAINS,
                false,
                "not asked: " + record.rightRefutations() + " of its " + record.refutations()
                        + " refutations were right",
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                List.of());
    }

    @Override
    public boolean isAdvisory() {
        return true;
    }
}
