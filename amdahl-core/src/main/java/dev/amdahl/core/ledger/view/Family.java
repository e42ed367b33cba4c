package dev.amdahl.core.ledger.view;

import dev.amdahl.core.ledger.entry.FleetWindow;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.Fingerprint;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A recurring workload that the loop has taken up.
 *
 * @param name its name
 * @param acceleratorType the accelerator generation it runs on
 * @param epoch the declared epoch of its code
 * @param diagnosis the newest, once there is one
 * @param diagnosedAt when
 * @param outputReproducible whether two baseline runs agreed under the declared comparison; empty until measured
 * @param incumbent fingerprints of the promoted changes, in order
 * @param context the circumstances that its verdicts hold in
 * @param fleetWindows its later runs in the fleet, newest last, the oldest of many forgotten
 */
public record Family(
        String name,
        String acceleratorType,
        String epoch,
        Optional<Diagnosis> diagnosis,
        Optional<Instant> diagnosedAt,
        Optional<Boolean> outputReproducible,
        List<Fingerprint> incumbent,
        FamilyContext context,
        List<FleetWindow> fleetWindows) {
    private static final int REMEMBERED_WINDOWS = 60;

    public Family {
        incumbent = List.copyOf(incumbent);
        fleetWindows = List.copyOf(
                fleetWindows.subList(Math.max(0, fleetWindows.size() - REMEMBERED_WINDOWS), fleetWindows.size()));
    }

    /** Returns a family in its first context. */
    public Family(
            String name,
            String acceleratorType,
            String epoch,
            Optional<Diagnosis> diagnosis,
            Optional<Instant> diagnosedAt,
            Optional<Boolean> outputReproducible,
            List<Fingerprint> incumbent) {
        this(
                name,
                acceleratorType,
                epoch,
                diagnosis,
                diagnosedAt,
                outputReproducible,
                incumbent,
                FamilyContext.NEW,
                List.of());
    }

    /** Returns the epoch of its code as fingerprints have it: the declared one, and the number of its regime but for the first. */
    public String code() {
        return context.regime() == 0 ? epoch : epoch + "+" + context.regime();
    }

    /** Returns the same workload with a new diagnosis. */
    public Family diagnosis(Diagnosis now, Instant at) {
        return new Family(
                name,
                acceleratorType,
                epoch,
                Optional.of(now),
                Optional.of(at),
                outputReproducible,
                incumbent,
                context,
                fleetWindows);
    }

    /** The same workload, once runs of the unchanged job were compared. */
    public Family outputReproducible(boolean now) {
        return new Family(
                name,
                acceleratorType,
                epoch,
                diagnosis,
                diagnosedAt,
                Optional.of(now),
                incumbent,
                context,
                fleetWindows);
    }

    /** Returns the same workload in other circumstances, in which nothing is measured yet. */
    public Family unmeasured(String type, String code, FamilyContext now) {
        return new Family(
                name, type, code, Optional.empty(), Optional.empty(), Optional.empty(), incumbent, now, fleetWindows);
    }

    /** Returns the same workload with other promoted changes. */
    public Family incumbent(List<Fingerprint> now, FamilyContext after) {
        return new Family(
                name, acceleratorType, epoch, diagnosis, diagnosedAt, outputReproducible, now, after, fleetWindows);
    }

    /** The same workload with one more look at its later runs. */
    public Family seen(FleetWindow window) {
        List<FleetWindow> windows = new ArrayList<>(fleetWindows);
        windows.add(window);
        return new Family(
                name, acceleratorType, epoch, diagnosis, diagnosedAt, outputReproducible, incumbent, context, windows);
    }
}
