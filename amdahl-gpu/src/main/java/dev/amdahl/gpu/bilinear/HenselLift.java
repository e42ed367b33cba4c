package dev.amdahl.gpu.bilinear;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Lifts a scheme from the integers modulo 2 to the rationals: digit by digit in base 2 (K. Hensel), each digit by linear equations whose
 * matrix is the same every time; then each coefficient is read as the fraction with the smallest parts. Some schemes exist in
 * characteristic 2 only. Stateless, thread-safe.
 */
public final class HenselLift {
    private static final int DIGITS = 20;
    /** Two fractions with parts up to this differ modulo 2 to the {@value #DIGITS}. */
    private static final long MAX_PART = 1L << ((DIGITS - 2) / 2);

    private HenselLift() {}

    /**
     * Returns the lift with the smallest coefficients that some attempts find; ends at the first with no coefficient but -1, 0 and 1.
     *
     * @param attempts how often signs and the order of the unknowns are drawn
     * @throws IllegalArgumentException if the scheme is not exact modulo 2
     */
    public static Optional<Lift> of(Scheme scheme, long seed, int attempts) {
        requireExact(scheme);
        Draw draw = new Draw(seed);
        Optional<Lift> best = Optional.empty();
        for (int i = 0; i < attempts && best.filter(Lift::isTernary).isEmpty(); i++) {
            Optional<Lift> lift = attempt(scheme, draw);
            if (lift.isPresent()
                    && best.map(known -> isSmaller(lift.get(), known)).orElse(true)) {
                best = lift;
            }
        }
        return best;
    }

    /**
     * Returns whether it has a lift modulo 4; without one it has none to the integers, and none with an odd denominator. One choice of signs
     * tells for all, since another changes what is missing by what the linear equations can make.
     *
     * @throws IllegalArgumentException if the scheme is not exact modulo 2
     */
    public static boolean existsModulo4(Scheme scheme) {
        requireExact(scheme);
        Equations equations = new Equations(scheme.format(), scheme.rank());
        long[] values = equations.values(scheme);
        Arrays.setAll(values, i -> values[i] & 1);
        BitMatrix matrix = equations.derivative(values);
        matrix.eliminate(IntStream.range(0, values.length).toArray());
        return matrix.solve(equations.digit(values, 1)).isPresent();
    }

    private static void requireExact(Scheme scheme) {
        if (!scheme.isExact(Ring.Z2)) {
            throw new IllegalArgumentException("not a scheme of " + scheme.format() + " modulo 2");
        }
    }

    private static boolean isSmaller(Lift one, Lift other) {
        int first = Math.max(one.denominator(), one.scheme().largestCoefficient());
        return first < Math.max(other.denominator(), other.scheme().largestCoefficient());
    }

    private static Optional<Lift> attempt(Scheme scheme, Draw draw) {
        Equations equations = new Equations(scheme.format(), scheme.rank());
        long[] values = equations.values(scheme);
        for (int i = 0; i < values.length; i++) {
            values[i] = (values[i] & 1) == 0 ? 0 : (draw.next() < 0 ? -1 : 1);
        }
        BitMatrix matrix = equations.derivative(values);
        matrix.eliminate(shuffled(values.length, draw));
        for (int digit = 1; digit < DIGITS; digit++) {
            Optional<boolean[]> step = matrix.solve(equations.digit(values, digit));
            if (step.isEmpty()) {
                return Optional.empty();
            }
            for (int i = 0; i < values.length; i++) {
                values[i] += step.get()[i] ? 1L << digit : 0;
            }
        }
        return fractions(values).flatMap(read -> equations.lift(read)).filter(Lift::isExact);
    }

    private static int[] shuffled(int length, Draw draw) {
        int[] order = new int[length];
        for (int i = 0; i < length; i++) {
            int j = draw.below(i + 1);
            order[i] = order[j];
            order[j] = i;
        }
        return order;
    }

    private static Optional<List<Fraction>> fractions(long[] values) {
        List<Fraction> fractions = new ArrayList<>();
        for (long value : values) {
            Optional<Fraction> fraction = fraction(value);
            if (fraction.isEmpty()) {
                return Optional.empty();
            }
            fractions.add(fraction.get());
        }
        return Optional.of(fractions);
    }

    /** Half of Euclid's algorithm (P. S. Wang, 1981). */
    static Optional<Fraction> fraction(long value) {
        long modulus = 1L << DIGITS;
        long high = modulus;
        long low = Math.floorMod(value, modulus);
        long highFactor = 0;
        long lowFactor = 1;
        while (low > MAX_PART) {
            long quotient = high / low;
            long rest = high - quotient * low;
            long factor = highFactor - quotient * lowFactor;
            high = low;
            low = rest;
            highFactor = lowFactor;
            lowFactor = factor;
        }
        if (Math.abs(lowFactor) > MAX_PART || (lowFactor & 1) == 0) {
            return Optional.empty();
        }
        return Optional.of(Fraction.of(BigInteger.valueOf(low), BigInteger.valueOf(lowFactor)));
    }
}
