package dev.amdahl.gpu.bilinear;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The equations of all schemes of one format and rank, in the coefficients one after the other: left, right and product of the first
 * term, then of the next. Immutable.
 */
final class Equations {
    private final Format format;
    private final int rank;
    private final int left;
    private final int right;
    private final int product;
    private final int width;

    Equations(Format format, int rank) {
        this.format = format;
        this.rank = rank;
        left = format.left();
        right = format.right();
        product = format.product();
        width = left + right + product;
    }

    private interface Visit {
        void equation(int number, int a, int b, int c);
    }

    private void visit(Visit visit) {
        int number = 0;
        for (int a = 0; a < left; a++) {
            for (int b = 0; b < right; b++) {
                for (int c = 0; c < product; c++) {
                    visit.equation(number++, a, b, c);
                }
            }
        }
    }

    private int count() {
        return left * right * product;
    }

    long[] values(Scheme scheme) {
        long[] values = new long[rank * width];
        int at = 0;
        for (Scheme.Term term : scheme.terms()) {
            for (int[] part : List.of(term.left(), term.right(), term.product())) {
                for (int coefficient : part) {
                    values[at++] = coefficient;
                }
            }
        }
        return values;
    }

    /** Modulo 2. */
    BitMatrix derivative(long[] values) {
        BitMatrix matrix = new BitMatrix(count(), values.length);
        visit((number, a, b, c) -> {
            for (int term = 0; term < values.length; term += width) {
                long x = values[term + a] & 1;
                long y = values[term + left + b] & 1;
                long z = values[term + left + right + c] & 1;
                if ((y & z) != 0) {
                    matrix.flip(number, term + a);
                }
                if ((x & z) != 0) {
                    matrix.flip(number, term + left + b);
                }
                if ((x & y) != 0) {
                    matrix.flip(number, term + left + right + c);
                }
            }
        });
        return matrix;
    }

    /** Returns the digit of what is missing in each equation, modulo 2 to the 64; all lower ones are 0. */
    long[] digit(long[] values, int digit) {
        long[] bits = new long[(count() + 63) / 64];
        visit((number, a, b, c) -> {
            long missing = format.target(a, b, c);
            for (int term = 0; term < values.length; term += width) {
                missing -= values[term + a] * values[term + left + b] * values[term + left + right + c];
            }
            bits[number >> 6] |= ((missing >>> digit) & 1) << number;
        });
        return bits;
    }

    /** Whole left and right factors, and one denominator for all products; empty if they grow too large. */
    Optional<Lift> lift(List<Fraction> values) {
        List<List<Fraction>> products = new ArrayList<>();
        BigInteger denominator = BigInteger.ONE;
        List<int[]> lefts = new ArrayList<>();
        List<int[]> rights = new ArrayList<>();
        try {
            for (int at = 0; at < values.size(); at += width) {
                List<Fraction> x = values.subList(at, at + left);
                List<Fraction> y = values.subList(at + left, at + left + right);
                List<Fraction> z = values.subList(at + left + right, at + width);
                BigInteger scale = common(x).multiply(common(y));
                lefts.add(whole(x, common(x)));
                rights.add(whole(y, common(y)));
                List<Fraction> scaled =
                        z.stream().map(value -> value.over(scale)).toList();
                products.add(scaled);
                denominator = lcm(denominator, common(scaled));
            }
            List<Scheme.Term> terms = new ArrayList<>();
            for (int i = 0; i < products.size(); i++) {
                terms.add(new Scheme.Term(lefts.get(i), rights.get(i), whole(products.get(i), denominator)));
            }
            return Optional.of(new Lift(new Scheme(format, terms), denominator.intValueExact()));
        } catch (ArithmeticException tooLarge) {
            return Optional.empty();
        }
    }

    private static BigInteger common(List<Fraction> values) {
        return values.stream().map(Fraction::denominator).reduce(BigInteger.ONE, Equations::lcm);
    }

    private static BigInteger lcm(BigInteger one, BigInteger other) {
        return one.divide(one.gcd(other)).multiply(other);
    }

    private static int[] whole(List<Fraction> values, BigInteger denominator) {
        return values.stream()
                .map(value -> value.times(denominator))
                .mapToInt(value -> value.numerator().divide(value.denominator()).intValueExact())
                .toArray();
    }
}
