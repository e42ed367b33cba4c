package dev.amdahl.core.internal.report;

import java.util.Map;
import java.util.TreeMap;

/**
 * Accelerator-hours a week, and their money by currency where prices are known.
 *
 * @param expectedHours the point estimate
 * @param lowerHours what the interval's cautious end leaves
 * @param higherHours what the interval's other end leaves
 * @param expectedMoney by currency
 * @param lowerMoney by currency
 */
record Gain(
        double expectedHours,
        double lowerHours,
        double higherHours,
        Map<String, Double> expectedMoney,
        Map<String, Double> lowerMoney) {
    static final Gain NONE = new Gain(0, 0, 0, Map.of(), Map.of());

    Gain {
        expectedMoney = Map.copyOf(expectedMoney);
        lowerMoney = Map.copyOf(lowerMoney);
    }

    Gain plus(Gain other) {
        return new Gain(
                expectedHours + other.expectedHours,
                lowerHours + other.lowerHours,
                higherHours + other.higherHours,
                sum(expectedMoney, other.expectedMoney),
                sum(lowerMoney, other.lowerMoney));
    }

    static Map<String, Double> sum(Map<String, Double> one, Map<String, Double> other) {
        Map<String, Double> sum = new TreeMap<>(one);
        other.forEach((currency, amount) -> sum.merge(currency, amount, Double::sum));
        return sum;
    }
}
