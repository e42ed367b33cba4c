package dev.amdahl.core.trial;

/** Text that ends a regular expression's search after a number of steps, so that no pattern can hold the loop up. Not thread-safe. */
final class BoundedText implements CharSequence {
    private static final long STEPS = 50_000_000;

    private final String text;
    private long steps;

    BoundedText(String text) {
        this.text = text;
    }

    @Override
    public char charAt(int index) {
        if (++steps > STEPS) {
            throw new TooManySteps();
        }
        return text.charAt(index);
    }

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return text.substring(start, end);
    }

    @Override
    public String toString() {
        return text;
    }

    /** The search was given up. */
    static final class TooManySteps extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }
}
