package dev.amdahl.core.internal.loop.verify;

import dev.amdahl.core.internal.loop.Cycle;
import dev.amdahl.core.internal.loop.Measurements;
import dev.amdahl.core.internal.stats.Binomial;
import dev.amdahl.core.ledger.view.PlantedWins;
import dev.amdahl.core.stats.online.Calibration;
import dev.amdahl.spi.hypothesis.JobSpec;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Whether promotions are frozen because runs of unchanged jobs do not look equal, or planted wins are not found. */
final class CalibrationGate {
    private static final long SEED = 0xAA;

    /** Newest A/A trials of a family that count, so that what was fixed is forgotten; a multiple of the block. */
    private static final int WINDOW = 20 * Calibration.BLOCK;

    private static final int MIN_PLANTED = 10;

    /** From here on the power published for a tenth holds. */
    private static final double TENTH = .095;
    /** The lower of the powers that docs/statistics.md states of wins of a tenth, by models of noise. */
    private static final double POWER_OF_TENTH = .91;
    /** Smaller wins are planted only where the design shows them with at least this chance. */
    private static final double MIN_POWER = .8;

    private static final double LEVEL = .05;

    private final Cycle cycle;

    CalibrationGate(Cycle cycle) {
        this.cycle = cycle;
    }

    /** Returns why wins of a family are not promoted now: by its own A/A trials where they say enough, else by those of all jobs. */
    Optional<String> reason(String family) {
        return blind(cycle.view().totals().planted()).or(() -> uneven(family));
    }

    /** Promotions rest on a rule that finds what is there; where it does not, something that nobody has thought of is wrong with the trials. */
    static Optional<String> blind(PlantedWins planted) {
        int found = planted.found();
        int judged = planted.judged().size();
        double power = planted.judged().stream()
                .mapToDouble(one -> one.effect() >= TENTH ? POWER_OF_TENTH : MIN_POWER)
                .average()
                .orElse(MIN_POWER);
        return judged >= MIN_PLANTED && Binomial.atMost(found, judged, power) < LEVEL
                ? Optional.of(String.format(
                        Locale.ROOT,
                        "promotions are frozen: the loop found %d of %d wins that it had planted, where it should find"
                                + " at least %.0f %% (p %.2g); find out what hides them",
                        found,
                        judged,
                        100 * power,
                        Binomial.atMost(found, judged, power)))
                : Optional.empty();
    }

    private Optional<String> uneven(String family) {
        Calibration own = Calibration.of(
                cycle.setup().job(family).map(this::history).stream().toList(), SEED);
        boolean known = own.verdict() != Calibration.Verdict.TOO_FEW;
        Calibration calibration = known ? own : fleet();
        if (calibration.verdict() != Calibration.Verdict.NOT_CALIBRATED) {
            return Optional.empty();
        }
        return Optional.of(
                "promotions are frozen: A/A trials of " + (known ? family : "the fleet")
                        + " are not calibrated: " + calibration.reason()
                        + "; find out why equal arms differ, then measure A/A again (more noise trials, or a new epoch of the job)");
    }

    private Calibration fleet() {
        List<double[]> histories =
                cycle.setup().jobs().stream().map(this::history).toList();
        return Calibration.of(histories, SEED);
    }

    private double[] history(JobSpec job) {
        double[] d = Measurements.of(cycle, job).noiseResults().stream()
                .mapToDouble(result -> result.logRatio().getAsDouble())
                .toArray();
        int outdated = Math.max(0, d.length - WINDOW);
        int blocks = (outdated + Calibration.BLOCK - 1) / Calibration.BLOCK;
        return Arrays.copyOfRange(d, Math.min(d.length, blocks * Calibration.BLOCK), d.length);
    }
}
