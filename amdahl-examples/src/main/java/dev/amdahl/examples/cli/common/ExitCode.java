package dev.amdahl.examples.cli.common;

import java.util.Arrays;
import java.util.stream.Collectors;

/** How a command ends, for scripts. */
public enum ExitCode {
    /** The work is done, and the answer, where one was asked for, is yes. */
    DONE(0, "done"),
    /** The work is done, and the answer is no. */
    NO(
            1,
            "the answer is no: damage, a proof that does not hold, --require not met, a device or a check that failed, a scheme that"
                    + " is not exact"),
    /** A person has to fix something. */
    WRONG_INPUT(2, "wrong usage, bad input file, unusable ledger, full disk: one line says where, and what to do"),
    /** Waiting helps. */
    BUSY(3, "another cycle holds the ledger: try again later"),
    /** Something else has to come back first. */
    UNAVAILABLE(4, "an outside system is unavailable: a scheduler, a database, a fleet, a model, a program");

    private final int code;
    private final String meaning;

    ExitCode(int code, String meaning) {
        this.code = code;
        this.meaning = meaning;
    }

    public int code() {
        return code;
    }

    public String meaning() {
        return meaning;
    }

    /** Returns all of them in lines that fit. */
    public static String table(Width width) {
        return Arrays.stream(values())
                .map(each -> width.lines("  " + each.code + "  ", each.meaning))
                .collect(Collectors.joining());
    }
}
