package dev.amdahl.spi;

import org.jspecify.annotations.Nullable;

/** Input that cannot be used: names the place, what is wrong there, and the remedy. Immutable. */
public final class InvalidInputException extends AmdahlException {
    private static final long serialVersionUID = 1L;

    private final String place;
    private final String problem;
    private final String remedy;

    /**
     * @param place the file with line or key, the option, or the field
     * @param problem what is wrong there, with the offending value
     * @param remedy what to do
     */
    public InvalidInputException(String place, String problem, String remedy) {
        this(place, problem, remedy, null);
    }

    /** Creates one with the error that revealed it. */
    public InvalidInputException(String place, String problem, String remedy, @Nullable Throwable cause) {
        super(ErrorCategory.USER, place + ": " + problem + "; " + remedy, cause);
        this.place = place;
        this.problem = problem;
        this.remedy = remedy;
    }

    /** Returns the file with line or key, the option, or the field. */
    public String place() {
        return place;
    }

    /** Returns what is wrong there. */
    public String problem() {
        return problem;
    }

    /** Returns what to do. */
    public String remedy() {
        return remedy;
    }
}
