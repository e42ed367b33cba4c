package dev.amdahl.gpu.bilinear;

import dev.amdahl.spi.InvalidInputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Schemes as lines: the format first, then for each multiplication the coefficients of the left factor, the right one and the product,
 * {@code 1 0 0 1 | 1 0 0 1 | 1 0 0 1}. Stateless, thread-safe.
 */
public final class SchemeText {
    private static final Pattern NUMBER = Pattern.compile("[+-]?\\d{1,9}");
    private static final Pattern HEAD = Pattern.compile("scheme (\\S{1,20})");
    private static final int PARTS = 3;

    private SchemeText() {}

    /** Returns the lines. */
    public static String of(Scheme scheme) {
        StringBuilder text =
                new StringBuilder("scheme ").append(scheme.format()).append('\n');
        for (Scheme.Term term : scheme.terms()) {
            text.append(numbers(term.left()))
                    .append(" | ")
                    .append(numbers(term.right()))
                    .append(" | ")
                    .append(numbers(term.product()))
                    .append('\n');
        }
        return text.toString();
    }

    private static String numbers(int[] coefficients) {
        return Arrays.stream(coefficients).mapToObj(Integer::toString).collect(Collectors.joining(" "));
    }

    /**
     * Reads the lines; the scheme may be wrong.
     *
     * @throws InvalidInputException if they are no scheme; names the line
     */
    public static Scheme parse(String text) {
        List<String> lines = text.lines().toList();
        Matcher head = HEAD.matcher(lines.isEmpty() ? "" : lines.get(0));
        if (!head.matches()) {
            throw wrong(1, "names no format", "begin with 'scheme 3x3x3'");
        }
        Format format = Format.parse(head.group(1));
        List<int[][]> terms = new ArrayList<>();
        for (int i = 1; i < lines.size(); i++) {
            if (i > format.standardRank()) {
                throw wrong(i + 1, "is one more than the definition multiplies", "give at most " + (i - 1));
            }
            terms.add(parts(lines.get(i), i + 1));
        }
        return Scheme.of(format, part(terms, 0), part(terms, 1), part(terms, 2));
    }

    private static int[][] part(List<int[][]> terms, int index) {
        return terms.stream().map(term -> term[index]).toArray(int[][]::new);
    }

    private static int[][] parts(String line, int number) {
        String[] parts = line.split("\\|", -1);
        if (parts.length != PARTS) {
            throw wrong(number, "has " + parts.length + " parts", "divide left | right | product");
        }
        return Arrays.stream(parts).map(part -> numbers(part, number)).toArray(int[][]::new);
    }

    private static int[] numbers(String part, int number) {
        return Arrays.stream(part.strip().split("\\s+", -1))
                .mapToInt(word -> {
                    if (!NUMBER.matcher(word).matches()) {
                        throw wrong(number, "holds something that is not a small whole number", "give coefficients");
                    }
                    return Integer.parseInt(word);
                })
                .toArray();
    }

    private static InvalidInputException wrong(int line, String problem, String remedy) {
        return new InvalidInputException("scheme, line " + line, problem, remedy);
    }
}
