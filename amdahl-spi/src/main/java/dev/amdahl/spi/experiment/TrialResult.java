package dev.amdahl.spi.experiment;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** The result of one run, as a scheduler collected it. May gain methods. */
public interface TrialResult {

    /** The key it was submitted under. */
    String key();

    /** Returns the host it ran on; empty text when unknown. */
    String host();

    /** In order of running. */
    List<ArmResult> arms();

    /** Returns why the measurement is void although the run ended, such as a stepped clock; empty if it is sound. */
    Optional<String> voidReason();

    /**
     * Wall seconds for which it held its allocation, warm-up, staging and pauses included; empty if the scheduler does not tell, and the
     * arms' own seconds are all that is known.
     */
    default OptionalDouble heldSeconds() {
        return OptionalDouble.empty();
    }
}
