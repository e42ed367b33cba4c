package dev.amdahl.examples.cli.trace;

import java.math.BigInteger;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Orders the files of ranks as people count: rank 2 before rank 10. */
final class RankOrder implements Comparator<Path> {
    static final Comparator<Path> BY_NUMBERS = new RankOrder();

    private static final Pattern PIECE = Pattern.compile("[0-9]+|[^0-9]+");

    private RankOrder() {}

    @Override
    public int compare(Path one, Path other) {
        List<String> left = pieces(one);
        List<String> right = pieces(other);
        for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
            int order = piece(left.get(i), right.get(i));
            if (order != 0) {
                return order;
            }
        }
        int order = Integer.compare(left.size(), right.size());
        return order != 0 ? order : one.compareTo(other);
    }

    private static List<String> pieces(Path path) {
        return PIECE.matcher(String.valueOf(path.getFileName()))
                .results()
                .map(MatchResult::group)
                .toList();
    }

    private static int piece(String left, String right) {
        boolean numbers = isNumber(left) && isNumber(right);
        return numbers ? new BigInteger(left).compareTo(new BigInteger(right)) : left.compareTo(right);
    }

    private static boolean isNumber(String piece) {
        return piece.charAt(0) >= '0' && piece.charAt(0) <= '9';
    }
}
