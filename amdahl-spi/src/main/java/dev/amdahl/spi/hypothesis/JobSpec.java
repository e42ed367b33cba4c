package dev.amdahl.spi.hypothesis;

import static java.util.Objects.requireNonNull;

import dev.amdahl.spi.job.Accelerators;
import dev.amdahl.spi.job.Guardrail;
import dev.amdahl.spi.job.MetricSpec;
import dev.amdahl.spi.job.OutputRule;
import dev.amdahl.spi.job.ValueSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** A recurring job as its owner declares it: how it runs, how it is measured, what may be changed. Immutable. */
public final class JobSpec {
    private final Builder fields;

    private JobSpec(Builder fields) {
        this.fields = fields;
    }

    /** Starts a declaration. */
    public static Builder builder(String family, List<String> command) {
        return new Builder(family, command);
    }

    /** Returns the recurring workload's name. */
    public String family() {
        return fields.family;
    }

    /** Returns the command, word by word. */
    public List<String> command() {
        return fields.command;
    }

    /** Returns where it runs; empty for a fresh folder of the arm's own. */
    public Optional<Path> directory() {
        return Optional.ofNullable(fields.directory);
    }

    /** Returns what it holds. */
    public Accelerators accelerators() {
        return fields.accelerators;
    }

    /** Returns how often it runs, where declared. */
    public OptionalDouble runsPerWeek() {
        return fields.runsPerWeek;
    }

    /** Returns its environment beside the inherited one. */
    public Map<String, String> environment() {
        return fields.environment;
    }

    /** Returns when a run counts as hung. */
    public Optional<Duration> timeLimit() {
        return Optional.ofNullable(fields.timeLimit);
    }

    /** Returns whether caches are cold at the start of a normal run. */
    public boolean isCacheCold() {
        return fields.cacheCold;
    }

    /** Returns what an experiment compares. */
    public MetricSpec metric() {
        return fields.metric;
    }

    /** Returns where the work done is counted; empty means only {@code AMDAHL_METRICS} may tell. */
    public Optional<ValueSource> workUnits() {
        return Optional.ofNullable(fields.workUnits);
    }

    /** Declared outputs. */
    public List<OutputRule> outputs() {
        return fields.outputs;
    }

    /** Figures that must not worsen. */
    public List<Guardrail> guardrails() {
        return fields.guardrails;
    }

    /** Files the job writes, path by role; the role {@code trace} is its profiler trace. */
    public Map<String, String> artifacts() {
        return fields.artifacts;
    }

    /** Returns its code, where declared. */
    public Optional<SourceTree> source() {
        return Optional.ofNullable(fields.source);
    }

    /** Returns what may be tried. */
    public List<Lever> levers() {
        return fields.levers;
    }

    /** Returns what people offer. */
    public List<Contribution> contributions() {
        return fields.contributions;
    }

    /** Returns what its accelerators cost, where declared. */
    public Optional<Price> price() {
        return Optional.ofNullable(fields.price);
    }

    /** Returns how it is run shortly, where declared. */
    public Optional<Probe> probe() {
        return Optional.ofNullable(fields.probe);
    }

    /** Returns how many trials of one experiment may run at once. */
    public int parallel() {
        return fields.parallel;
    }

    /** Returns how long a run may take at most with any change, where declared. */
    public Optional<Duration> deadline() {
        return Optional.ofNullable(fields.deadline);
    }

    /** Returns how the runs that somebody else schedules may be used, where declared. */
    public Optional<FieldTrials> field() {
        return Optional.ofNullable(fields.field);
    }

    /** Returns the names of the captures that its evidence runs are started under; empty for those that cost little. */
    public Optional<List<String>> captures() {
        return Optional.ofNullable(fields.captures);
    }

    /** Returns what it asks of its scheduler, as {@link dev.amdahl.spi.experiment.TrialRequest#settings} says. */
    public Map<String, String> schedulerSettings() {
        return fields.schedulerSettings;
    }

    /** Collects a declaration. Not thread-safe. */
    public static final class Builder {
        private final String family;
        private final List<String> command;
        private @Nullable Path directory;
        private Accelerators accelerators = new Accelerators("cpu", 1);
        private OptionalDouble runsPerWeek = OptionalDouble.empty();
        private Map<String, String> environment = Map.of();
        private @Nullable Duration timeLimit;
        private boolean cacheCold;
        private MetricSpec metric = MetricSpec.ACCELERATOR_SECONDS;
        private @Nullable ValueSource workUnits;
        private List<OutputRule> outputs = List.of();
        private List<Guardrail> guardrails = List.of();
        private Map<String, String> artifacts = Map.of();
        private @Nullable SourceTree source;
        private List<Lever> levers = List.of();
        private List<Contribution> contributions = List.of();
        private @Nullable Price price;
        private @Nullable Probe probe;
        private int parallel = 1;
        private @Nullable Duration deadline;
        private @Nullable FieldTrials field;
        private @Nullable List<String> captures;
        private Map<String, String> schedulerSettings = Map.of();

        private Builder(String family, List<String> command) {
            this.family = requireNonNull(family);
            this.command = List.copyOf(command);
            if (command.isEmpty()) {
                throw new IllegalArgumentException("job '" + family + "' has no command");
            }
        }

        private Builder(Builder other) {
            this(other.family, other.command);
            directory = other.directory;
            accelerators = other.accelerators;
            runsPerWeek = other.runsPerWeek;
            environment = other.environment;
            timeLimit = other.timeLimit;
            cacheCold = other.cacheCold;
            metric = other.metric;
            workUnits = other.workUnits;
            outputs = other.outputs;
            guardrails = other.guardrails;
            artifacts = other.artifacts;
            source = other.source;
            levers = other.levers;
            contributions = other.contributions;
            price = other.price;
            probe = other.probe;
            parallel = other.parallel;
            deadline = other.deadline;
            field = other.field;
            captures = other.captures;
            schedulerSettings = other.schedulerSettings;
        }

        /** Sets {@link JobSpec#directory()}. */
        public Builder directory(Path value) {
            directory = value;
            return this;
        }

        /** Sets {@link JobSpec#accelerators()}; default one {@code cpu}. */
        public Builder accelerators(Accelerators value) {
            accelerators = value;
            return this;
        }

        /** Sets {@link JobSpec#runsPerWeek()}. */
        public Builder runsPerWeek(double value) {
            runsPerWeek = OptionalDouble.of(value);
            return this;
        }

        /** Sets {@link JobSpec#environment()}. */
        public Builder environment(Map<String, String> value) {
            environment = Map.copyOf(value);
            return this;
        }

        /** Sets {@link JobSpec#timeLimit()}. */
        public Builder timeLimit(Duration value) {
            timeLimit = value;
            return this;
        }

        /** Sets {@link JobSpec#isCacheCold()}; default warm. */
        public Builder cacheCold(boolean value) {
            cacheCold = value;
            return this;
        }

        /** Sets {@link JobSpec#metric()}; default accelerator-seconds per work unit. */
        public Builder metric(MetricSpec value) {
            metric = value;
            return this;
        }

        /** Sets {@link JobSpec#workUnits()}. */
        public Builder workUnits(ValueSource value) {
            workUnits = value;
            return this;
        }

        /** Sets {@link JobSpec#outputs()}. */
        public Builder outputs(List<OutputRule> value) {
            outputs = List.copyOf(value);
            return this;
        }

        /** Sets {@link JobSpec#guardrails()}. */
        public Builder guardrails(List<Guardrail> value) {
            guardrails = List.copyOf(value);
            return this;
        }

        /** Sets {@link JobSpec#artifacts()}. */
        public Builder artifacts(Map<String, String> value) {
            artifacts = Map.copyOf(value);
            return this;
        }

        /** Sets {@link JobSpec#source()}. */
        public Builder source(SourceTree value) {
            source = value;
            return this;
        }

        /** Sets {@link JobSpec#levers()}. */
        public Builder levers(List<Lever> value) {
            levers = List.copyOf(value);
            return this;
        }

        /** Sets {@link JobSpec#contributions()}. */
        public Builder contributions(List<Contribution> value) {
            contributions = List.copyOf(value);
            return this;
        }

        /** Sets {@link JobSpec#price()}. */
        public Builder price(Price value) {
            price = value;
            return this;
        }

        /** Sets {@link JobSpec#probe()}. */
        public Builder probe(Probe value) {
            probe = value;
            return this;
        }

        /** Sets {@link JobSpec#parallel()}; default 1. */
        public Builder parallel(int value) {
            if (value < 1) {
                throw new IllegalArgumentException("parallel must be at least 1, was " + value);
            }
            parallel = value;
            return this;
        }

        /** Sets {@link JobSpec#deadline()}. */
        public Builder deadline(Duration value) {
            deadline = value;
            return this;
        }

        /** Sets {@link JobSpec#field()}; default never. */
        public Builder field(FieldTrials value) {
            field = value;
            return this;
        }

        /** Sets {@link JobSpec#captures()}; none of them for an empty list. */
        public Builder captures(List<String> value) {
            captures = List.copyOf(value);
            return this;
        }

        /** Sets {@link JobSpec#schedulerSettings()}. */
        public Builder schedulerSettings(Map<String, String> value) {
            schedulerSettings = Map.copyOf(value);
            return this;
        }

        /** Returns the declaration; later calls of this builder do not change it. */
        public JobSpec build() {
            return new JobSpec(new Builder(this));
        }
    }
}
