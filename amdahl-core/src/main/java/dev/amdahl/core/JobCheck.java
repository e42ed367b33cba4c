package dev.amdahl.core;

import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.LeverSetting;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Refuses declarations under which something else would be measured than the levers say. */
final class JobCheck {
    private JobCheck() {}

    static void check(List<JobSpec> jobs) {
        Set<String> families = new HashSet<>();
        for (JobSpec job : jobs) {
            String place = "job '" + job.family() + "'";
            require(!job.family().isBlank(), place, "has no name", "name the family");
            require(families.add(job.family()), place, "is declared twice", "rename one of them");
            for (Lever lever : job.levers()) {
                String where = place + " lever '" + lever.name() + "'";
                if (lever.target() instanceof LeverSetting.Argument word) {
                    require(
                            job.command().contains(word.placeholder()),
                            where,
                            "replaces '" + word.placeholder() + "', which is not a word of the command",
                            "name a word of it");
                }
                present(job, lever.target())
                        .ifPresent(present -> require(
                                present.equals(lever.current()),
                                where,
                                "says that '" + lever.current() + "' is the present value, and the job has '" + present
                                        + "'",
                                "give the lever the value that the job has"));
            }
        }
    }

    /** Returns what the job sets there; empty where it leaves it to its surroundings. */
    private static Optional<String> present(JobSpec job, LeverSetting.Target target) {
        if (target instanceof LeverSetting.Environment variable) {
            return Optional.ofNullable(job.environment().get(variable.variable()));
        }
        if (target instanceof LeverSetting.Flag flag) {
            return Optional.of(flag.in(job.command()));
        }
        return target instanceof LeverSetting.AcceleratorCount
                ? Optional.of(Integer.toString(job.accelerators().count()))
                : Optional.empty();
    }

    private static void require(boolean holds, String place, String problem, String remedy) {
        if (!holds) {
            throw new InvalidInputException(place, problem, remedy);
        }
    }
}
