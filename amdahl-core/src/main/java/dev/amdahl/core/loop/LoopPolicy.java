package dev.amdahl.core.loop;

import dev.amdahl.core.ledger.CallPolicy;
import dev.amdahl.core.stats.design.EvidencePolicy;
import dev.amdahl.core.stats.design.Noise;
import dev.amdahl.spi.experiment.Design;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Scheduling, limits and retries of the loop. The rule by which evidence becomes a win is {@link EvidencePolicy}. Change a policy through
 * {@link #toBuilder()}.
 */
public final class LoopPolicy {
    /** The default policy of a single machine. */
    public static final LoopPolicy DEFAULT = new Builder().build();

    private final Builder fields;

    private LoopPolicy(Builder fields) {
        this.fields = fields;
    }

    /** Returns how evidence becomes a win. */
    public EvidencePolicy evidence() {
        return fields.evidence;
    }

    /**
     * Prior sd of the log ratio of two equal arms: what was set, else that of a cluster or of a single machine.
     *
     * @param isCluster whether trials run on a cluster
     */
    public double noisePrior(boolean isCluster) {
        return fields.noisePrior.orElse(isCluster ? Noise.CLUSTER : Noise.LOCAL);
    }

    /** Returns a/A trials of a family before its first experiment; 0 to take the prior. */
    public int noiseTrials() {
        return fields.noiseTrials;
    }

    /** Traced runs a diagnosis rests on; 0 to test without a diagnosis. */
    public int evidenceRuns() {
        return fields.evidenceRuns;
    }

    /** Returns how long a diagnosis holds. */
    public Duration evidenceAge() {
        return fields.evidenceAge;
    }

    /** Most experiments at once on one family. */
    public int maxOpenPerFamily() {
        return fields.maxOpenPerFamily;
    }

    /** Returns how often a trial is tried when the infrastructure fails. */
    public int attempts() {
        return fields.attempts;
    }

    /** Returns how many candidates for one place are wanted of an advisor, of which pairs find the best; empty for as many as it likes. */
    public OptionalInt candidates() {
        return fields.candidates;
    }

    /** Returns how often an advisor is shown why a patch of a model did not build or failed the tests, and may offer another one. */
    public int buildRepairs() {
        return fields.buildRepairs;
    }

    /** Returns when a run without a declared limit counts as hung. */
    public Duration timeLimit() {
        return fields.timeLimit;
    }

    /** Returns how long a run may wait in a queue before it counts as lost. */
    public Duration queueAllowance() {
        return fields.queueAllowance;
    }

    /** Least time between the first set and its confirmation. */
    public Duration confirmationPause() {
        return fields.confirmationPause;
    }

    /** Bytes kept of each output stream of an arm. */
    public long outputLimitBytes() {
        return fields.outputLimitBytes;
    }

    /** Bytes of the largest file of an evidence run that is kept beside the ledger; larger ones stay where the run left them. */
    public long keptLimitBytes() {
        return fields.keptLimitBytes;
    }

    /** Returns how long working files and outputs of trials stay once their hypothesis has ended. */
    public Retention retention() {
        return fields.retention;
    }

    /** Returns how long a kept file that no event names stays, and how often such files are looked for. */
    public Duration orphanAge() {
        return fields.orphanAge;
    }

    /** Returns what may be worked on, and the smallest gain of a whole job that is worth an experiment. */
    public ScopePolicy scope() {
        return fields.scope;
    }

    /** Returns whether the bar of each test comes from online error control; else it is the highest one. */
    public boolean isErrorControlledOnline() {
        return fields.errorControlledOnline;
    }

    /** Returns the share of experiments that are planted wins, by which the loop tests itself; 0 for none. */
    public double calibration() {
        return fields.calibration;
    }

    /** Returns whether an unsigned answer of a person counts. */
    public boolean isUnsignedAllowed() {
        return fields.unsignedAllowed;
    }

    /** Returns whether changes may cap the power of accelerators while an arm runs. */
    public boolean isPowerAllowed() {
        return fields.powerAllowed;
    }

    /**
     * Returns whether the loop is a single comparison: an error ends the cycle, and jobs of the ledger that are not declared are somebody else's.
     * Else an error ends what it concerns, and what belongs to a job that is not declared any more expires.
     */
    public boolean isSingleComparison() {
        return fields.singleComparison;
    }

    /** Returns whether a scheduler that can neither submit idempotently nor look up by key may be used: its lost submissions stay unknown. */
    public boolean isLostSubmissionAccepted() {
        return fields.lostSubmissionAccepted;
    }

    /** Returns what calls of models may take. */
    public CallPolicy calls() {
        return fields.calls;
    }

    /** Returns where pairs may come from; the cheapest of these that a job and a change allow is used, and whole runs where none is. */
    public Set<Design> designs() {
        return fields.designs;
    }

    /** Returns how long what is known holds, and how promoted changes are watched. */
    public MemoryPolicy memory() {
        return fields.memory;
    }

    /** Returns how often ideas are looked for, and how many are taken. */
    public DreamPolicy dream() {
        return fields.dream;
    }

    /** Returns a builder that starts from this policy. */
    public Builder toBuilder() {
        return new Builder(fields);
    }

    /** Collects a policy. Not thread-safe. */
    public static final class Builder {
        private EvidencePolicy evidence = EvidencePolicy.DEFAULT;
        private OptionalDouble noisePrior = OptionalDouble.empty();
        private int noiseTrials = 4;
        private int evidenceRuns = 2;
        private Duration evidenceAge = Duration.ofDays(14);
        private int maxOpenPerFamily = 2;
        private int attempts = 3;
        private OptionalInt candidates = OptionalInt.empty();
        private int buildRepairs = 2;
        private Duration timeLimit = Duration.ofHours(1);
        private Duration queueAllowance = Duration.ofDays(1);
        private Duration confirmationPause = Duration.ofSeconds(2);
        private long outputLimitBytes = 1 << 20;
        private long keptLimitBytes = 256L << 20;
        private Duration orphanAge = Duration.ofDays(1);
        private Retention retention = Retention.DEFAULT;
        private ScopePolicy scope = ScopePolicy.DEFAULT;
        private boolean errorControlledOnline = true;
        private double calibration = .02;
        private boolean unsignedAllowed;
        private boolean powerAllowed;
        private boolean singleComparison;
        private boolean lostSubmissionAccepted;
        private MemoryPolicy memory = MemoryPolicy.DEFAULT;
        private CallPolicy calls = CallPolicy.DEFAULT;
        private DreamPolicy dream = DreamPolicy.DEFAULT;
        private Set<Design> designs = Set.of(Design.values());

        /** Starts from the defaults. */
        public Builder() {}

        private Builder(Builder other) {
            evidence = other.evidence;
            noisePrior = other.noisePrior;
            noiseTrials = other.noiseTrials;
            evidenceRuns = other.evidenceRuns;
            evidenceAge = other.evidenceAge;
            maxOpenPerFamily = other.maxOpenPerFamily;
            attempts = other.attempts;
            candidates = other.candidates;
            buildRepairs = other.buildRepairs;
            timeLimit = other.timeLimit;
            queueAllowance = other.queueAllowance;
            confirmationPause = other.confirmationPause;
            outputLimitBytes = other.outputLimitBytes;
            keptLimitBytes = other.keptLimitBytes;
            orphanAge = other.orphanAge;
            retention = other.retention;
            scope = other.scope;
            errorControlledOnline = other.errorControlledOnline;
            calibration = other.calibration;
            unsignedAllowed = other.unsignedAllowed;
            powerAllowed = other.powerAllowed;
            singleComparison = other.singleComparison;
            lostSubmissionAccepted = other.lostSubmissionAccepted;
            memory = other.memory;
            calls = other.calls;
            dream = other.dream;
            designs = other.designs;
        }

        /** Sets {@link LoopPolicy#evidence()}. */
        public Builder evidence(EvidencePolicy value) {
            evidence = value;
            return this;
        }

        /** Sets {@link LoopPolicy#noisePrior} and {@link LoopPolicy#noiseTrials()}. */
        public Builder noise(double prior, int trials) {
            noisePrior = OptionalDouble.of(prior);
            return noiseTrials(trials);
        }

        /** Sets {@link LoopPolicy#noiseTrials()}, and leaves the prior to the scheduler. */
        public Builder noiseTrials(int trials) {
            noiseTrials = trials;
            return this;
        }

        /** Sets {@link LoopPolicy#evidenceRuns()} and {@link LoopPolicy#evidenceAge()}. */
        public Builder evidenceRuns(int runs, Duration age) {
            evidenceRuns = runs;
            evidenceAge = age;
            return this;
        }

        /** Sets {@link LoopPolicy#maxOpenPerFamily()}. */
        public Builder maxOpenPerFamily(int value) {
            maxOpenPerFamily = value;
            return this;
        }

        /** Sets {@link LoopPolicy#attempts()}. */
        public Builder attempts(int value) {
            attempts = value;
            return this;
        }

        /** Sets {@link LoopPolicy#candidates()}, 1 or more. */
        public Builder candidates(int value) {
            if (value < 1) {
                throw new IllegalArgumentException("at least one candidate is wanted, was " + value);
            }
            candidates = OptionalInt.of(value);
            return this;
        }

        /** Sets {@link LoopPolicy#buildRepairs()}. */
        public Builder buildRepairs(int value) {
            buildRepairs = value;
            return this;
        }

        /** Sets {@link LoopPolicy#timeLimit()} and {@link LoopPolicy#queueAllowance()}. */
        public Builder limits(Duration run, Duration queue) {
            timeLimit = run;
            queueAllowance = queue;
            return this;
        }

        /** Sets {@link LoopPolicy#confirmationPause()}. */
        public Builder confirmationPause(Duration value) {
            confirmationPause = value;
            return this;
        }

        /** Sets {@link LoopPolicy#outputLimitBytes()}. */
        public Builder outputLimitBytes(long value) {
            outputLimitBytes = value;
            return this;
        }

        /** Sets {@link LoopPolicy#keptLimitBytes()} and {@link LoopPolicy#orphanAge()}. */
        public Builder keptEvidence(long limitBytes, Duration age) {
            keptLimitBytes = limitBytes;
            orphanAge = age;
            return this;
        }

        /** Sets {@link LoopPolicy#retention()}. */
        public Builder retention(Retention value) {
            retention = value;
            return this;
        }

        /** Sets {@link LoopPolicy#scope()}. */
        public Builder scope(ScopePolicy value) {
            scope = value;
            return this;
        }

        /** Sets {@link LoopPolicy#isErrorControlledOnline()}. */
        public Builder errorControlledOnline(boolean value) {
            errorControlledOnline = value;
            return this;
        }

        /** Sets {@link LoopPolicy#calibration()}, a fraction. */
        public Builder calibration(double value) {
            calibration = value;
            return this;
        }

        /** Sets {@link LoopPolicy#isUnsignedAllowed()}. */
        public Builder unsignedAllowed(boolean value) {
            unsignedAllowed = value;
            return this;
        }

        /** Sets {@link LoopPolicy#isPowerAllowed()}; default not. */
        public Builder powerAllowed(boolean value) {
            powerAllowed = value;
            return this;
        }

        /** Sets {@link LoopPolicy#isSingleComparison()}. */
        public Builder singleComparison(boolean value) {
            singleComparison = value;
            return this;
        }

        /** Sets {@link LoopPolicy#isLostSubmissionAccepted()}. */
        public Builder lostSubmissionAccepted(boolean value) {
            lostSubmissionAccepted = value;
            return this;
        }

        /** Sets {@link LoopPolicy#memory()}. */
        public Builder memory(MemoryPolicy value) {
            memory = value;
            return this;
        }

        /** Sets {@link LoopPolicy#calls()}. */
        public Builder calls(CallPolicy value) {
            calls = value;
            return this;
        }

        /** Sets {@link LoopPolicy#dream()}. */
        public Builder dream(DreamPolicy value) {
            dream = value;
            return this;
        }

        /** Sets {@link LoopPolicy#designs()}; default all. */
        public Builder designs(Set<Design> value) {
            designs = Set.copyOf(value);
            return this;
        }

        /** Returns the policy; later calls of this builder do not change it. */
        public LoopPolicy build() {
            return new LoopPolicy(new Builder(this));
        }
    }
}
