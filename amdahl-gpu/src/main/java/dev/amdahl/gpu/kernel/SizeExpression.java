package dev.amdahl.gpu.kernel;

import java.util.List;

/**
 * A whole number from the sizes of a shape: numbers, names of dimensions, {@code + - * /} (rounding down), {@code ceil(a / b)} (rounding
 * up), {@code min}, {@code max} and parentheses. Used once; not thread-safe.
 */
final class SizeExpression {
    private static final long MAX = 1L << 31;

    private final String text;
    private final List<String> names;
    private final Shape shape;
    private int at;

    private SizeExpression(String text, List<String> names, Shape shape) {
        this.text = text;
        this.names = names;
        this.shape = shape;
    }

    /**
     * Returns its value.
     *
     * @throws IllegalArgumentException if it is not one, or is not in [0, 2^31)
     */
    static int value(String text, List<String> names, Shape shape) {
        SizeExpression expression = new SizeExpression(text.replace(" ", ""), names, shape);
        long value = expression.sum();
        if (expression.at < expression.text.length()) {
            throw expression.wrong("unexpected '" + expression.text.charAt(expression.at) + "'");
        }
        return Math.toIntExact(value);
    }

    private long sum() {
        long value = product();
        while (true) {
            if (skip('+')) {
                value = bounded(value + product());
            } else if (skip('-')) {
                value = bounded(value - product());
            } else {
                return value;
            }
        }
    }

    private long product() {
        long value = atom();
        while (true) {
            if (skip('*')) {
                value = bounded(value * atom());
            } else if (skip('/')) {
                value /= divisor();
            } else {
                return value;
            }
        }
    }

    private long atom() {
        if (skip('(')) {
            long value = sum();
            require(')');
            return value;
        }
        int from = at;
        while (at < text.length() && Character.isLetterOrDigit(text.charAt(at))) {
            at++;
        }
        String word = text.substring(from, at);
        if (word.matches("[0-9]{1,18}")) {
            return bounded(Long.parseLong(word));
        }
        int dimension = names.indexOf(word);
        if (dimension >= 0) {
            return shape.at(dimension);
        }
        return function(word);
    }

    private long function(String word) {
        require('(');
        long value;
        switch (word) {
            case "ceil" -> {
                long dividend = atom();
                while (skip('*')) {
                    dividend = bounded(dividend * atom());
                }
                require('/');
                long by = divisor();
                value = (dividend + by - 1) / by;
            }
            case "min", "max" -> {
                long left = sum();
                require(',');
                long right = sum();
                value = word.equals("min") ? Math.min(left, right) : Math.max(left, right);
            }
            default -> throw wrong("unknown name '" + word + "'; there are " + names + ", ceil, min and max");
        }
        require(')');
        return value;
    }

    private long divisor() {
        long value = atom();
        if (value == 0) {
            throw wrong("division by zero");
        }
        return value;
    }

    private long bounded(long value) {
        if (value < 0 || value >= MAX) {
            throw wrong("a value is not in [0, 2^31)");
        }
        return value;
    }

    private boolean skip(char expected) {
        boolean isThere = at < text.length() && text.charAt(at) == expected;
        at += isThere ? 1 : 0;
        return isThere;
    }

    private void require(char expected) {
        if (!skip(expected)) {
            throw wrong("'" + expected + "' expected");
        }
    }

    private IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException(what + " at character " + (at + 1) + " of '" + text + "'");
    }
}
