package dev.amdahl.core.internal.io;

/** Text that ends a regular expression's search after a number of steps, so that no pattern can hold the loop up. Not thread-safe. */
public final class BoundedText implements CharSequence {
    private static final long STEPS = 50_000_000;

    private final String text;
    private final long most;
    private long steps;

    /** Returns a text that any sensible search comes through. */
    public BoundedText(String text) {
        this(text, STEPS);
    }

    /**
     * Returns a text with a bound of its own.
     *
     * @param most steps until {@link TooManySteps}
     */
    public BoundedText(String text, long most) {
        this.text = text;
        this.most = most;
    }

    @Override
    public char charAt(int index) {
        if (++steps > most) {
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
    public static final class TooManySteps extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }
}
