package dev.amdahl.gpu.bilinear;

import dev.amdahl.spi.InvalidInputException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The shapes of a matrix product: n x m times m x p.
 *
 * @param n rows of the left factor
 * @param m columns of the left factor, rows of the right one
 * @param p columns of the right factor
 */
public record Format(int n, int m, int p) {
    /** A factor of a term is a set of bits in a {@code long}. */
    private static final int MAX_ENTRIES = 64;

    private static final Pattern TEXT = Pattern.compile("(\\d{1,2})x(\\d{1,2})x(\\d{1,2})");

    /** @throws InvalidInputException if a side is below 1, or a matrix has more than 64 entries */
    public Format {
        if (n < 1 || m < 1 || p < 1 || n * m > MAX_ENTRIES || m * p > MAX_ENTRIES || n * p > MAX_ENTRIES) {
            throw wrong(n + "x" + m + "x" + p);
        }
    }

    /**
     * Reads {@code 3x4x5}.
     *
     * @throws InvalidInputException if it is not such a text
     */
    public static Format parse(String text) {
        Matcher sides = TEXT.matcher(text);
        if (!sides.matches()) {
            throw wrong(text);
        }
        return new Format(
                Integer.parseInt(sides.group(1)), Integer.parseInt(sides.group(2)), Integer.parseInt(sides.group(3)));
    }

    private static InvalidInputException wrong(String text) {
        return new InvalidInputException(
                "format '" + text + "'",
                "not three sides from 1 whose matrices have at most " + MAX_ENTRIES + " entries",
                "write one such as 3x3x3");
    }

    /** Entries of the left factor. */
    int left() {
        return n * m;
    }

    /** Entries of the right factor. */
    int right() {
        return m * p;
    }

    /** Entries of the product. */
    int product() {
        return n * p;
    }

    /** Multiplications of the definition. */
    public int standardRank() {
        return n * m * p;
    }

    /** Returns what entry {@code c} of the product owes to the product of entries {@code a} and {@code b}: 0 or 1. */
    int target(int a, int b, int c) {
        boolean isTerm = a % m == b / p && a / m == c / p && b % p == c % p;
        return isTerm ? 1 : 0;
    }

    /** As it is written, {@code 3x4x5}. */
    @Override
    public String toString() {
        return n + "x" + m + "x" + p;
    }
}
