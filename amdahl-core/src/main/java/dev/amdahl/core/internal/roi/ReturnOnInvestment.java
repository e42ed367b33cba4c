package dev.amdahl.core.internal.roi;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What the loop brought for what it cost, with the interval of the savings carried through. The cost is a sum of bookings and has no
 * interval.
 *
 * @param gross saved over cost
 * @param net saved less cost, over cost
 * @param presentValue of the savings at the ends of the years of the horizon, less the cost
 * @param paybackDays by the point estimate; empty when nothing is saved
 */
public record ReturnOnInvestment(Range gross, Range net, Range presentValue, OptionalDouble paybackDays) {
    private static final double DAYS = 365;

    /**
     * Returns the return of savings that recur each year of a horizon; empty before anything was spent.
     *
     * @param years at least 1
     * @param interest by which a later year counts less
     */
    public static Optional<ReturnOnInvestment> of(LoopCost cost, Range savedPerYear, int years, double interest) {
        if (!(cost.total() > 0)) {
            return Optional.empty();
        }
        return Optional.of(new ReturnOnInvestment(
                savedPerYear.map(saved -> cost.gross(years * saved).orElseThrow()),
                savedPerYear.map(saved -> cost.net(years * saved).orElseThrow()),
                savedPerYear.map(saved -> LoopCost.netPresentValue(saved, years, interest, cost.total())),
                cost.paybackDays(savedPerYear.expected() / DAYS)));
    }
}
