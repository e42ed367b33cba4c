package dev.amdahl.core.testing.simulation;

import dev.amdahl.spi.experiment.Evidence;
import dev.amdahl.spi.experiment.Refuter;
import dev.amdahl.spi.experiment.Vote;
import java.util.List;
import java.util.OptionalDouble;

/** A refuter of the host's that finds nothing wrong. Stateless. */
final class Agreeing implements Refuter {
    @Override
    public String name() {
        return "host:agreeing";
    }

    @Override
    public Vote examine(Evidence evidence) {
        return new Vote(
                name(),
                Vote.Ballot.UPHOLDS,
                false,
                "nothing is wrong with it",
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                List.of());
    }
}
