package dev.amdahl.core.internal.loop.dispatch;

import dev.amdahl.core.internal.change.PowerCaps;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.ArmPlan;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.LeverSetting;
import dev.amdahl.spi.hypothesis.Probe;
import dev.amdahl.spi.job.Guardrail;
import dev.amdahl.spi.job.OutputRule;
import dev.amdahl.spi.job.ValueSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** Composes the command and environment of an arm from a job and the changes it runs with. Immutable. */
final class Arms {
    /** Work units after which a job that can stop early does so. */
    private static final String WORK_LIMIT = "AMDAHL_WORK_LIMIT";

    /** The measure that counts work. */
    static final String WORK_UNITS = "work_units";

    private final JobSpec job;
    private final LoopPolicy policy;
    private final Optional<Probe> probe;
    private final OptionalDouble workUnits;

    Arms(JobSpec job, LoopPolicy policy) {
        this(job, policy, Optional.empty(), OptionalDouble.empty());
    }

    private Arms(JobSpec job, LoopPolicy policy, Optional<Probe> probe, OptionalDouble workUnits) {
        this.job = job;
        this.policy = policy;
        this.probe = probe;
        this.workUnits = workUnits;
    }

    /** Returns the same that run shortly; of a whole run so many work units are known. */
    Arms probing(OptionalDouble wholeUnits) {
        return new Arms(job, policy, job.probe(), wholeUnits);
    }

    /** An arm that runs with the changes, of which the last one to set a thing counts, and is killed at the limit. */
    ArmPlan arm(
            String name, List<Change> changes, Optional<Path> directory, long seed, boolean traced, Duration limit) {
        Map<String, String> environment = new HashMap<>(job.environment());
        List<String> command = new ArrayList<>(job.command());
        probe.ifPresent(shortly -> {
            command.addAll(shortly.arguments());
            environment.putAll(shortly.environment());
            if (shortly.share().isPresent() && workUnits.isPresent()) {
                double most = shortly.share().getAsDouble() * workUnits.getAsDouble();
                environment.put(WORK_LIMIT, Long.toString((long) Math.max(1, Math.ceil(most))));
            }
        });
        Map<LeverSetting.Target, LeverSetting> last = new LinkedHashMap<>();
        for (Change change : changes) {
            if (change instanceof ConfigChange config) {
                config.settings().forEach(setting -> last.put(setting.target(), setting));
            }
        }
        last.values().forEach(setting -> apply(setting, environment, command));
        environment.remove(PowerCaps.VARIABLE);
        last.values().stream()
                .filter(setting -> setting.target() instanceof LeverSetting.PowerCap)
                .forEach(setting -> environment.put(PowerCaps.VARIABLE, allowed(setting)));
        return new ArmPlan(
                name,
                List.copyOf(command),
                Map.copyOf(environment),
                directory.or(job::directory),
                limit,
                policy.outputLimitBytes(),
                seed,
                traced,
                job.outputs().stream().map(OutputRule::path).toList(),
                List.copyOf(job.artifacts().values()),
                measures(),
                Optional.empty(),
                Optional.empty());
    }

    /** What was promoted while it was allowed is not set any more once it is not. */
    private String allowed(LeverSetting cap) {
        if (!policy.isPowerAllowed()) {
            throw new InvalidInputException(
                    "job '" + job.family() + "'",
                    "runs with a cap on power of " + cap.to() + ", which the policy does not allow",
                    "write policy: {power: allow}, or ask for the change to be taken back");
        }
        return cap.to();
    }

    private Map<String, ValueSource> measures() {
        Map<String, ValueSource> measures = new HashMap<>();
        job.workUnits().ifPresent(source -> measures.put(WORK_UNITS, source));
        job.metric().source().ifPresent(source -> measures.put(job.metric().name(), source));
        for (Guardrail guardrail : job.guardrails()) {
            measures.put(guardrail.name(), guardrail.source());
        }
        return Map.copyOf(measures);
    }

    private static void apply(LeverSetting setting, Map<String, String> environment, List<String> command) {
        if (setting.target() instanceof LeverSetting.Environment target) {
            environment.put(target.variable(), setting.to());
        } else if (setting.target() instanceof LeverSetting.Argument target) {
            command.replaceAll(word -> word.equals(target.placeholder()) ? setting.to() : word);
        } else if (setting.target() instanceof LeverSetting.Flag flag) {
            command.removeIf(flag.word()::equals);
            if (setting.to().equals(LeverSetting.Flag.ON)) {
                command.add(flag.word());
            }
        } else if (setting.target() instanceof LeverSetting.ShellCommand) {
            command.clear();
            command.addAll(List.of("sh", "-c", setting.to()));
        }
    }
}
