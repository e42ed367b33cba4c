package dev.amdahl.core.testing.simulation;

/** What may go wrong in the simulated world, and how often. */
public enum Fault {
    /** A request never arrives; the caller is told that the outcome is not known. */
    REQUEST_LOST(.10),
    /** A request arrives after the caller was told that the outcome is not known, within the visibility window. */
    REQUEST_LATE(.05),
    /** A request arrives, its reply does not. */
    REPLY_LOST(.20),
    /** The network delivers a request twice to a scheduler that knows keys. */
    REQUEST_TWICE(.05),
    /** A run waits up to three days. */
    RUN_DELAYED(.05),
    /** A look-up does not see a run that is there. */
    LOOKUP_STALE(.30),
    /** A look-up does not answer. */
    LOOKUP_FAILED(.05),
    /** The scheduler answers nothing for some cycles. */
    SCHEDULER_DOWN(.02),
    /** A status that is wrong, and right the next time. */
    STATUS_WRONG(.05),
    /** A run is killed at the scheduler. */
    RUN_KILLED(.05),
    /** A run ends with one arm alone. */
    ONE_ARM(.04),
    /** A run that was confirmed is known no more, neither by its id nor by its key. */
    RUN_FORGOTTEN(.02),
    /** What a run left is gone, and the scheduler says so. */
    FOLDER_GONE(.02),
    /** A result that is there cannot be read this time. */
    RESULT_UNREADABLE(.04),
    /** The result of another run is delivered. */
    RESULT_MIXED_UP(.03),
    /** A process dies at a fail point. */
    CRASH(.12),
    /** A process dies before a commit reaches the store. */
    CRASH_BEFORE_COMMIT(.004),
    /** A process dies after a commit, before it is told. */
    CRASH_AFTER_COMMIT(.004),
    /** A commit fails with an error although it was kept. */
    COMMIT_UNKNOWN(.004),
    /** The other loop runs a whole cycle while this one stands at a fail point. */
    OTHER_LOOP(.12),
    /** The process stands still longer than its lease lasts. */
    LONG_PAUSE(.50),
    /** The clock jumps up to two days ahead. */
    CLOCK_AHEAD(.02),
    /** The clock jumps up to two days back. */
    CLOCK_BACK(.02),
    /** The clock shows the same time again. */
    CLOCK_STANDS(.10),
    /** The advisor does not answer. */
    ADVISOR_TIMES_OUT(.05),
    /** The advisor has nothing to say. */
    ADVISOR_REFUSES(.05),
    /** The advisor says the same in other words. */
    ADVISOR_REWORDS(.30),
    /** The advisor says the same in another order. */
    ADVISOR_REORDERS(.30),
    /** The advisor proposes what makes no sense. */
    ADVISOR_JUNK(.10),
    /** People take days to answer. */
    ANSWER_LATE(.30),
    /** A person answers again, the other way. */
    ANSWER_TWICE(.20),
    /** A person answers for other evidence. */
    ANSWER_STALE(.30),
    /** An answer that nobody has signed. */
    ANSWER_UNSIGNED(.30),
    /** A family is taken out of the job file, and comes back after a while if at all. */
    FAMILY_GONE(.01),
    /** Policy is edited while experiments run. */
    POLICY_EDITED(.02),
    /** A plugin throws at each call for a while. */
    PLUGIN_THROWS(.02),
    /** The ledger is lost, and brought back as a copy that was made while runs were in flight. */
    LEDGER_RESTORED(.01);

    private final double rate;

    Fault(double rate) {
        this.rate = rate;
    }

    double rate() {
        return rate;
    }
}
