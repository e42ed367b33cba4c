package dev.amdahl.core;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.Redaction;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.LeverSetting;

/** Names and values that a job declares are found again in the ledger by what they are: one that holds a secret is refused. */
final class DeclaredSecrets {
    private DeclaredSecrets() {}

    /** @throws InvalidInputException if one holds what looks like a secret; its command and environment are not written and may */
    static void requireNone(JobSpec job) {
        String place = "job " + Redaction.of(job.family());
        require(place, "its name", job.family());
        require(place, "the name of its metric", job.metric().name());
        job.guardrails().forEach(guardrail -> require(place, "the name of a guardrail", guardrail.name()));
        job.outputs().forEach(output -> require(place, "the path of an output", output.path()));
        for (Lever lever : job.levers()) {
            require(place, "the name of a lever", lever.name());
            require(place, "the present value of lever " + lever.name(), lever.current());
            lever.values().forEach(value -> require(place, "a value of lever " + lever.name(), value));
        }
        job.contributions().forEach(offered -> change(place, offered.change()));
    }

    /** Whole commands are run as they are, in a ledger that its caller chooses. */
    private static void change(String place, Change change) {
        if (change instanceof ConfigChange config) {
            for (LeverSetting setting : config.settings()) {
                if (!(setting.target() instanceof LeverSetting.ShellCommand)) {
                    require(place, "the value before of " + setting.lever(), setting.from());
                    require(place, "the value after of " + setting.lever(), setting.to());
                }
            }
        }
    }

    private static void require(String place, String what, String text) {
        if (Redaction.isNeeded(text)) {
            throw new InvalidInputException(
                    place,
                    what + " holds what looks like a secret: '" + Redaction.of(text) + "'",
                    "it would be written into the ledger; let the job read the secret from its environment or a file");
        }
    }
}
