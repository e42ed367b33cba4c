package dev.amdahl.llm.advice;

/** Why something that a model says is left out. */
final class Fault extends Exception {
    private static final long serialVersionUID = 1L;

    Fault(String message) {
        super(message, null, false, false);
    }

    /** Throws it if a condition does not hold. */
    static void unless(boolean holds, String fault) throws Fault {
        if (!holds) {
            throw new Fault(fault);
        }
    }
}
