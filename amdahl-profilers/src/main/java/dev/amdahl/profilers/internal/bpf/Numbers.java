package dev.amdahl.profilers.internal.bpf;

/** Numbers as these tools print them. */
final class Numbers {
    private Numbers() {}

    /** A whole number from 0; -1 if the text is none. */
    static long whole(String text) {
        String digits = text.strip();
        boolean isNumber =
                !digits.isEmpty() && digits.length() <= 18 && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        return isNumber ? Long.parseLong(digits) : -1;
    }

    /** A whole number with sign and the suffixes K, M, G, T, P, E of 1,024; {@code Long.MIN_VALUE} if the text is none or too large. */
    static long signed(String text) {
        String number = text.strip();
        boolean isNegative = number.startsWith("-");
        int from = isNegative ? 1 : 0;
        int suffix = number.isEmpty() ? -1 : "KMGTPE".indexOf(number.charAt(number.length() - 1));
        int to = suffix < 0 ? number.length() : number.length() - 1;
        long value = from < to ? whole(number.substring(from, to)) : -1;
        int shift = 10 * (suffix + 1);
        if (value < 0 || value > Long.MAX_VALUE >> shift) {
            return Long.MIN_VALUE;
        }
        return (isNegative ? -value : value) << shift;
    }
}
