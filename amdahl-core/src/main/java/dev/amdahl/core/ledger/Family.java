package dev.amdahl.core.ledger;

import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.Fingerprint;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A recurring workload that the loop has taken up. Immutable.
 *
 * @param name its name
 * @param acceleratorType the accelerator generation it runs on
 * @param epoch the declared epoch of its code
 * @param diagnosis the newest, once there is one
 * @param diagnosedAt when
 * @param outputReproducible whether two baseline runs agreed under the declared comparison; empty until measured
 * @param incumbent fingerprints of the promoted changes, in order
 */
public record Family(
        String name,
        String acceleratorType,
        String epoch,
        Optional<Diagnosis> diagnosis,
        Optional<Instant> diagnosedAt,
        Optional<Boolean> outputReproducible,
        List<Fingerprint> incumbent) {
    public Family {
        incumbent = List.copyOf(incumbent);
    }
}
