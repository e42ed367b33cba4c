package dev.amdahl.core.internal.report;

import static java.util.Objects.requireNonNull;

import dev.amdahl.core.internal.report.accounts.Accounts;
import dev.amdahl.core.internal.roi.FamilyWaste;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.job.Timeline;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** What the report is told beside the ledger; everything may be left out. Immutable, as thread-safe as its functions. */
public final class ReportInputs {
    private final Builder fields;

    private ReportInputs(Builder fields) {
        this.fields = fields;
    }

    /** Starts with nothing known. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns the declaration of a family, for its price and how often it runs. */
    public Optional<JobSpec> job(String family) {
        return Optional.ofNullable(fields.jobs.get(family));
    }

    /** Returns the declared jobs. */
    public Collection<JobSpec> jobs() {
        return fields.jobs.values();
    }

    /** Returns the timeline of the newest evidence run of a family; asked for only where it is drawn. */
    public Optional<Timeline> timeline(String family) {
        return requireNonNull(fields.timelines.apply(family), "the timeline function returned null");
    }

    /** Returns the command that approves a hypothesis. */
    public String approval(String hypothesis) {
        return fields.approval.apply(hypothesis);
    }

    /** Returns the heading. */
    public String title() {
        return fields.title;
    }

    /** Returns what people should know about this run, shown at the end. */
    public List<String> notes() {
        return fields.notes;
    }

    /** The accounts to show, where told. */
    public Optional<Accounts> accounts() {
        return fields.accounts;
    }

    /** Returns what the fleet wasted, where told. */
    public Optional<Fleet> fleet() {
        return fields.fleet;
    }

    /** Returns when the report is made, where told. */
    public Optional<Instant> at() {
        return fields.at;
    }

    /**
     * What the families of a fleet wasted.
     *
     * @param families in any order
     * @param period the time that it is of, in words
     */
    public record Fleet(List<FamilyWaste> families, String period) {
        public Fleet {
            families = List.copyOf(families);
        }
    }

    /** Collects inputs. Not thread-safe. */
    public static final class Builder {
        private Map<String, JobSpec> jobs = Map.of();
        private Function<String, Optional<Timeline>> timelines = family -> Optional.empty();
        private UnaryOperator<String> approval =
                id -> "java -jar amdahl.jar review approve " + id + " --by NAME --reason TEXT";
        private String title = "Amdahl Loop";
        private List<String> notes = List.of();
        private Optional<Instant> at = Optional.empty();
        private Optional<Accounts> accounts = Optional.empty();
        private Optional<Fleet> fleet = Optional.empty();

        private Builder() {}

        /** Sets the declarations behind {@link ReportInputs#job}. */
        public Builder jobs(Collection<JobSpec> specs) {
            Map<String, JobSpec> byFamily = new LinkedHashMap<>();
            specs.forEach(spec -> byFamily.put(spec.family(), spec));
            jobs = byFamily;
            return this;
        }

        /** Sets {@link ReportInputs#timeline}: asked at most once a family; should answer empty rather than fail. */
        public Builder timelines(Function<String, Optional<Timeline>> byFamily) {
            timelines = requireNonNull(byFamily);
            return this;
        }

        /** Sets {@link ReportInputs#approval}. */
        public Builder approval(UnaryOperator<String> commandByHypothesis) {
            approval = requireNonNull(commandByHypothesis);
            return this;
        }

        /** Sets {@link ReportInputs#title()}. */
        public Builder title(String value) {
            title = requireNonNull(value);
            return this;
        }

        /** Sets {@link ReportInputs#notes()}. */
        public Builder notes(List<String> values) {
            notes = List.copyOf(values);
            return this;
        }

        /** Sets {@link ReportInputs#accounts()}. */
        public Builder accounts(Accounts value) {
            accounts = Optional.of(value);
            return this;
        }

        /** Sets {@link ReportInputs#fleet()}. */
        public Builder fleet(Fleet value) {
            fleet = Optional.of(value);
            return this;
        }

        /** Sets {@link ReportInputs#at()}. */
        public Builder at(Instant value) {
            at = Optional.of(value);
            return this;
        }

        /** Returns the inputs. */
        public ReportInputs build() {
            Builder copy = new Builder();
            copy.jobs = Map.copyOf(jobs);
            copy.timelines = timelines;
            copy.approval = approval;
            copy.title = title;
            copy.notes = notes;
            copy.at = at;
            copy.accounts = accounts;
            copy.fleet = fleet;
            return new ReportInputs(copy);
        }
    }
}
