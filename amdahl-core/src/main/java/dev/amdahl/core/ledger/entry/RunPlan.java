package dev.amdahl.core.ledger.entry;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.amdahl.core.ledger.budget.Amounts;
import dev.amdahl.spi.experiment.Design;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * A run that is about to be submitted.
 *
 * @param key the idempotency key
 * @param purpose why
 * @param family the recurring workload
 * @param hypothesis the hypothesis under test; empty text for noise and evidence runs
 * @param set 1 for the first set, 2 and above for confirmations, 0 outside experiments
 * @param index place within the set, 0 for the warm-up pair
 * @param attempt 1, raised after a recorded infrastructure failure
 * @param isVariantFirst the drawn order
 * @param seed the seed that all arms get
 * @param reservedSeconds accelerator-seconds set aside in the budget
 * @param limitSeconds when an arm is killed; empty where the job's own limit holds
 * @param price of an accelerator-hour when it was planned; empty if not known
 * @param scheduler the name of the scheduler that it is meant for; empty in ledgers of before
 * @param design how its arms are run; empty for whole runs
 * @param accelerators what it holds; empty for as many as the job declares
 */
public record RunPlan(
        String key,
        RunPurpose purpose,
        String family,
        String hypothesis,
        int set,
        int index,
        int attempt,
        boolean isVariantFirst,
        long seed,
        double reservedSeconds,
        OptionalDouble limitSeconds,
        OptionalDouble price,
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<String> scheduler,
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<Design> design,
        @JsonInclude(JsonInclude.Include.NON_ABSENT) OptionalInt accelerators) {

    /** How ids of hypotheses begin that the loop has planted. */
    public static final String PLANTED = "planted-";

    /** Returns a run under the job's own time limit, at no known price, on any scheduler. */
    public RunPlan(
            String key,
            RunPurpose purpose,
            String family,
            String hypothesis,
            int set,
            int index,
            int attempt,
            boolean isVariantFirst,
            long seed,
            double reservedSeconds) {
        this(
                key,
                purpose,
                family,
                hypothesis,
                set,
                index,
                attempt,
                isVariantFirst,
                seed,
                reservedSeconds,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalInt.empty());
    }

    /** Returns a copy whose arms are run in another way. */
    public RunPlan of(Design other) {
        return with(draft -> draft.design = other == Design.WHOLE ? Optional.empty() : Optional.of(other));
    }

    /** Returns a copy at another place of its set, in another order. */
    public RunPlan at(int otherIndex, boolean otherOrder) {
        return with(draft -> {
            draft.index = otherIndex;
            draft.isVariantFirst = otherOrder;
        });
    }

    /** Returns a copy that holds so many accelerators. */
    public RunPlan holding(int count) {
        return with(draft -> draft.accelerators = OptionalInt.of(count));
    }

    /** Returns a copy with what it may take: reserved accelerator-seconds, a limit for each arm, and a price, on a scheduler. */
    public RunPlan within(double reserved, double limit, OptionalDouble hourly, String name) {
        return with(draft -> {
            draft.reservedSeconds = reserved;
            draft.limitSeconds = OptionalDouble.of(limit);
            draft.price = hourly;
            draft.scheduler = Optional.of(name);
        });
    }

    private RunPlan with(Consumer<Draft> change) {
        Draft draft = new Draft();
        change.accept(draft);
        return new RunPlan(
                key,
                purpose,
                family,
                hypothesis,
                set,
                draft.index,
                attempt,
                draft.isVariantFirst,
                seed,
                draft.reservedSeconds,
                draft.limitSeconds,
                draft.price,
                draft.scheduler,
                draft.design,
                draft.accelerators);
    }

    /** The components that a copy may change. */
    private final class Draft {
        private int index = RunPlan.this.index;
        private boolean isVariantFirst = RunPlan.this.isVariantFirst;
        private double reservedSeconds = RunPlan.this.reservedSeconds;
        private OptionalDouble limitSeconds = RunPlan.this.limitSeconds;
        private OptionalDouble price = RunPlan.this.price;
        private Optional<String> scheduler = RunPlan.this.scheduler;
        private Optional<Design> design = RunPlan.this.design;
        private OptionalInt accelerators = RunPlan.this.accelerators;
    }

    /** Returns how its arms are run. */
    public Design runs() {
        return design.orElse(Design.WHOLE);
    }

    /** Returns whether it is a trial of a planted win, whose baseline is slower than the job is. */
    public boolean isPlanted() {
        return hypothesis.startsWith(PLANTED);
    }

    /** Returns what is set aside for it. */
    public Amounts reserved() {
        return amounts(reservedSeconds);
    }

    /** So many accelerator-seconds of it, at its price. */
    public Amounts amounts(double acceleratorSeconds) {
        return Amounts.accelerators(acceleratorSeconds, price.orElse(0));
    }
}
