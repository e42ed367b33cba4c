package dev.amdahl.core.internal.roi;

/**
 * What one verdict is worth to an owner, in money and in pace, from the same numbers.
 *
 * @param moneyPerWeek price of the saved accelerator-hours
 * @param acceleratorHoursPerWeek saved
 * @param iterationsPerDayBefore runs that fit into a day one after the other, queue included
 * @param iterationsPerDayAfter the same after the change
 * @param queueHoursPerWeek queue time saved; hours of waiting, never money
 */
public record VerdictGain(
        double moneyPerWeek,
        double acceleratorHoursPerWeek,
        double iterationsPerDayBefore,
        double iterationsPerDayAfter,
        double queueHoursPerWeek) {

    /** One arm of a verdict: accelerators held, and seconds of running and of queueing per run. */
    public record Arm(int accelerators, double runSeconds, double queueSeconds) {
        double acceleratorHours() {
            return accelerators * runSeconds / 3600;
        }

        double perDay() {
            return 86_400 / (runSeconds + queueSeconds);
        }
    }

    /** The gain of a variant over its baseline at a number of runs per week. */
    public static VerdictGain of(Arm baseline, Arm variant, double runsPerWeek, double pricePerHour) {
        double hours = (baseline.acceleratorHours() - variant.acceleratorHours()) * runsPerWeek;
        return new VerdictGain(
                hours * pricePerHour,
                hours,
                baseline.perDay(),
                variant.perDay(),
                (baseline.queueSeconds() - variant.queueSeconds()) * runsPerWeek / 3600);
    }
}
