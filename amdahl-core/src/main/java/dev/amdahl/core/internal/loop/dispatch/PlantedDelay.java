package dev.amdahl.core.internal.loop.dispatch;

import dev.amdahl.spi.experiment.ArmPlan;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.LeverSetting;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A delay before a job's command, of which the variant is rid: a win whose size is known. Both arms run the same command; it sleeps for as
 * long as their environment says, for no time in the variant.
 */
public final class PlantedDelay {
    private static final String VARIABLE = "AMDAHL_PLANTED_SECONDS";
    private static final String LEVER = "planted delay";
    private static final List<String> SLEEPS = List.of("sh", "-c", "sleep \"$" + VARIABLE + "\"; exec \"$@\"", "sh");

    private PlantedDelay() {}

    /** Returns the change that takes so many seconds out. */
    public static ConfigChange of(double seconds) {
        String delay = String.format(Locale.ROOT, "%.4f", seconds);
        return new ConfigChange(List.of(new LeverSetting(LEVER, new LeverSetting.Environment(VARIABLE), delay, "0")));
    }

    /** Returns what the baseline runs with: the delay that the change takes out. */
    static List<Change> delayed(List<Change> incumbent, Change planted) {
        List<LeverSetting> kept = ((ConfigChange) planted)
                .settings().stream()
                        .map(setting ->
                                new LeverSetting(setting.lever(), setting.target(), setting.to(), setting.from()))
                        .toList();
        return Stream.concat(incumbent.stream(), Stream.of(new ConfigChange(kept)))
                .toList();
    }

    /** Returns an arm that sleeps first. */
    static ArmRequest sleeping(ArmPlan arm) {
        return arm.within(SLEEPS);
    }
}
