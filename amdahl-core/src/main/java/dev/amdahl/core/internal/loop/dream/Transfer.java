package dev.amdahl.core.internal.loop.dream;

import dev.amdahl.core.internal.change.Fingerprints;
import dev.amdahl.core.ledger.recipe.RecipeTemplate;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.LeverSetting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Carries a change from one job to another, as far as that declares the levers for it. */
final class Transfer {
    private Transfer() {}

    /** Returns the change that the template is on a job; empty if the job lacks a lever or is set that way already. */
    static Optional<Change> to(JobSpec job, RecipeTemplate template) {
        List<LeverSetting> settings = new ArrayList<>();
        for (RecipeTemplate.Setting setting : template.settings()) {
            Optional<LeverSetting> own = job.levers().stream()
                    .map(lever -> set(lever, setting.to()))
                    .filter(candidate -> !candidate.from().equals(candidate.to())
                            && (Fingerprints.canonicalLever(candidate).equals(setting.sets())
                                    || candidate.lever().equals(setting.lever())))
                    .findFirst();
            if (own.isEmpty()) {
                return Optional.empty();
            }
            settings.add(own.get());
        }
        return settings.isEmpty() ? Optional.empty() : Optional.of(new ConfigChange(settings));
    }

    private static LeverSetting set(Lever lever, String to) {
        return new LeverSetting(lever.name(), lever.target(), lever.current(), to);
    }
}
