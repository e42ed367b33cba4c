package dev.amdahl.gpu.bilinear;

import dev.amdahl.spi.InvalidInputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A bilinear algorithm of a matrix product: each of its multiplications takes one combination of entries of either factor, and is added
 * into entries of the product. Immutable.
 */
public final class Scheme {
    private static final Scheme STRASSEN = strassen();

    private final Format format;
    private final List<Term> terms;

    /** A scheme that may be wrong: see {@link #isExact}. */
    Scheme(Format format, List<Term> terms) {
        this.format = format;
        this.terms = List.copyOf(terms);
    }

    /**
     * Creates a scheme from its coefficients, by multiplication and then by entry, row by row. It may be wrong: see {@link #isExact}.
     *
     * @throws InvalidInputException if the three have not one row for each multiplication, or a row not one number for each entry
     */
    public static Scheme of(Format format, int[][] left, int[][] right, int[][] product) {
        if (left.length == 0 || left.length != right.length || left.length != product.length) {
            throw wrong(
                    format,
                    "has " + left.length + " left factors, " + right.length + " right ones and " + product.length
                            + " products",
                    "give one of each for every multiplication");
        }
        List<Term> terms = new ArrayList<>();
        for (int r = 0; r < left.length; r++) {
            requireLength(format, "left", r, left[r], format.left());
            requireLength(format, "right", r, right[r], format.right());
            requireLength(format, "product", r, product[r], format.product());
            terms.add(new Term(left[r].clone(), right[r].clone(), product[r].clone()));
        }
        return new Scheme(format, terms);
    }

    private static void requireLength(Format format, String part, int r, int[] row, int entries) {
        if (row.length != entries) {
            throw wrong(
                    format,
                    part + "[" + r + "] has " + row.length + " coefficients",
                    "give " + entries + ", one for each entry");
        }
    }

    private static InvalidInputException wrong(Format format, String problem, String remedy) {
        return new InvalidInputException("scheme of " + format, problem, remedy);
    }

    /** One multiplication: coefficients by entry, row by row. */
    static final class Term {
        private final int[] left;
        private final int[] right;
        private final int[] product;

        Term(int[] left, int[] right, int[] product) {
            this.left = left;
            this.right = right;
            this.product = product;
        }

        int[] left() {
            return left;
        }

        int[] right() {
            return right;
        }

        int[] product() {
            return product;
        }

        static Term of(Format format, int left, int right, int product) {
            Term term = new Term(new int[format.left()], new int[format.right()], new int[format.product()]);
            term.left[left] = 1;
            term.right[right] = 1;
            term.product[product] = 1;
            return term;
        }
    }

    /** Returns the definition of the product. */
    public static Scheme standard(Format format) {
        List<Term> terms = new ArrayList<>();
        for (int i = 0; i < format.n(); i++) {
            for (int j = 0; j < format.m(); j++) {
                for (int k = 0; k < format.p(); k++) {
                    terms.add(Term.of(format, i * format.m() + j, j * format.p() + k, i * format.p() + k));
                }
            }
        }
        return new Scheme(format, terms);
    }

    /** Strassen's seven multiplications of 2 x 2 matrices (Numerische Mathematik 13, 1969). */
    public static Scheme strassen2x2() {
        return STRASSEN;
    }

    private static Scheme strassen() {
        int[][][] rows = {
            {{1, 0, 0, 1}, {1, 0, 0, 1}, {1, 0, 0, 1}},
            {{0, 0, 1, 1}, {1, 0, 0, 0}, {0, 0, 1, -1}},
            {{1, 0, 0, 0}, {0, 1, 0, -1}, {0, 1, 0, 1}},
            {{0, 0, 0, 1}, {-1, 0, 1, 0}, {1, 0, 1, 0}},
            {{1, 1, 0, 0}, {0, 0, 0, 1}, {-1, 1, 0, 0}},
            {{-1, 0, 1, 0}, {1, 1, 0, 0}, {0, 0, 0, 1}},
            {{0, 1, 0, -1}, {0, 0, 1, 1}, {1, 0, 0, 0}}
        };
        return new Scheme(
                new Format(2, 2, 2),
                Arrays.stream(rows).map(row -> new Term(row[0], row[1], row[2])).toList());
    }

    /** This scheme on blocks, and {@code inner} inside each: the product of the formats, and of the ranks. */
    public Scheme within(Scheme inner) {
        Format f = inner.format;
        Format whole = new Format(format.n() * f.n(), format.m() * f.m(), format.p() * f.p());
        List<Term> both = new ArrayList<>();
        for (Term outer : terms) {
            for (Term term : inner.terms) {
                both.add(new Term(
                        kronecker(outer.left, format.m(), term.left, f.m()),
                        kronecker(outer.right, format.p(), term.right, f.p()),
                        kronecker(outer.product, format.p(), term.product, f.p())));
            }
        }
        return new Scheme(whole, both);
    }

    /**
     * This scheme in the upper left corner of larger matrices, and the definition for what that leaves: where a search of the larger begins
     * (Y. Arai, Y. Ichikawa and K. Hukushima, Adaptive flip graph algorithm, 2024).
     *
     * @param larger no side below that of this one
     */
    public Scheme grown(Format larger) {
        List<Term> all = new ArrayList<>();
        for (Term term : terms) {
            all.add(new Term(
                    edged(term.left, format.m(), larger.left(), larger.m()),
                    edged(term.right, format.p(), larger.right(), larger.p()),
                    edged(term.product, format.p(), larger.product(), larger.p())));
        }
        for (Term term : standard(larger).terms) {
            int left = first(term.left);
            int right = first(term.right);
            if (left / larger.m() >= format.n()
                    || left % larger.m() >= format.m()
                    || right % larger.p() >= format.p()) {
                all.add(term);
            }
        }
        return new Scheme(larger, all);
    }

    private static int first(int[] coefficients) {
        int at = 0;
        while (coefficients[at] == 0) {
            at++;
        }
        return at;
    }

    private static int[] edged(int[] coefficients, int columns, int length, int largerColumns) {
        int[] edged = new int[length];
        for (int i = 0; i < coefficients.length; i++) {
            edged[i / columns * largerColumns + i % columns] = coefficients[i];
        }
        return edged;
    }

    private static int[] kronecker(int[] outer, int outerColumns, int[] inner, int innerColumns) {
        int[] all = new int[outer.length * inner.length];
        int innerRows = inner.length / innerColumns;
        for (int i = 0; i < outer.length; i++) {
            for (int j = 0; j < inner.length; j++) {
                int row = i / outerColumns * innerRows + j / innerColumns;
                int column = i % outerColumns * innerColumns + j % innerColumns;
                all[row * outerColumns * innerColumns + column] = outer[i] * inner[j];
            }
        }
        return all;
    }

    /** Returns the shapes. */
    public Format format() {
        return format;
    }

    /** Returns how many multiplications it takes. */
    public int rank() {
        return terms.size();
    }

    List<Term> terms() {
        return terms;
    }

    /** Coefficients over the left factor of each multiplication. */
    public int[][] left() {
        return terms.stream().map(term -> term.left.clone()).toArray(int[][]::new);
    }

    /** Coefficients over the right factor of each multiplication. */
    public int[][] right() {
        return terms.stream().map(term -> term.right.clone()).toArray(int[][]::new);
    }

    /** Returns what each multiplication adds to the product. */
    public int[][] product() {
        return terms.stream().map(term -> term.product.clone()).toArray(int[][]::new);
    }

    /** Returns how many coefficients are not 0: the more, the more additions. */
    int coefficients() {
        return (int) terms.stream()
                .flatMapToInt(term -> Arrays.stream(new int[][] {term.left, term.right, term.product})
                        .flatMapToInt(Arrays::stream))
                .filter(coefficient -> coefficient != 0)
                .count();
    }

    /** Returns the largest coefficient without its sign. */
    public int largestCoefficient() {
        return terms.stream()
                .flatMapToInt(term -> Arrays.stream(new int[][] {term.left, term.right, term.product})
                        .flatMapToInt(Arrays::stream))
                .map(Math::abs)
                .max()
                .orElse(0);
    }

    /**
     * Returns whether it computes the product: all equations of R. P. Brent (Algorithms for matrix multiplication, Stanford 1970) hold, in whole
     * numbers.
     */
    public boolean isExact(Ring ring) {
        return wrongEquation(ring).isEmpty();
    }

    /** Returns whether it computes so many times the product. */
    boolean isExact(Ring ring, long times) {
        return firstWrong(ring, times).isEmpty();
    }

    /** Returns the first equation that does not hold, in words; empty if all do. */
    public Optional<String> wrongEquation(Ring ring) {
        try {
            return firstWrong(ring, 1);
        } catch (ArithmeticException overflow) {
            return Optional.of("a sum of products of coefficients leaves the range of 64 bits");
        }
    }

    private Optional<String> firstWrong(Ring ring, long times) {
        long[] sums = sums();
        int at = 0;
        for (int a = 0; a < format.left(); a++) {
            for (int b = 0; b < format.right(); b++) {
                for (int c = 0; c < format.product(); c++, at++) {
                    long wanted = times * format.target(a, b, c);
                    if (ring == Ring.Z ? sums[at] != wanted : ((sums[at] ^ wanted) & 1) != 0) {
                        return Optional.of("entry " + a + " of the left factor times entry " + b
                                + " of the right one comes " + sums[at] + " times into entry " + c
                                + " of the product, should be " + wanted);
                    }
                }
            }
        }
        return Optional.empty();
    }

    /** Returns what the terms add up to, by entry of the left factor, the right one and the product; only what is not 0 is multiplied. */
    private long[] sums() {
        long[] sums = new long[format.left() * format.right() * format.product()];
        for (Term term : terms) {
            for (int a = 0; a < term.left.length; a++) {
                for (int b = 0; term.left[a] != 0 && b < term.right.length; b++) {
                    long both = (long) term.left[a] * term.right[b];
                    int row = (a * term.right.length + b) * term.product.length;
                    for (int c = 0; both != 0 && c < term.product.length; c++) {
                        sums[row + c] = Math.addExact(sums[row + c], Math.multiplyExact(both, (long) term.product[c]));
                    }
                }
            }
        }
        return sums;
    }
}
