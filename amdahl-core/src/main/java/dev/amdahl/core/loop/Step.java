package dev.amdahl.core.loop;

import java.util.Locale;

/** A step of a cycle, in the order in which they run; {@link #CANCEL} and {@link #STEER} are passes of their own. */
public enum Step {
    /** Fetches what has ended. */
    COLLECT,
    /** Measures promoted changes again. */
    WATCH,
    /** Brings each experiment up to date. */
    COMPARE,
    /** Lets the panel examine would-be wins. */
    REFUTE,
    /** Asks people, and takes their answers. */
    PROMOTE,
    /** Ends what has waited for too long. */
    EXPIRE,
    /** Keeps the files that diagnoses rest on. */
    KEEP,
    /** Looks for ideas. */
    SEARCH,
    /** Turns ideas into hypotheses. */
    INJECT,
    /** Ranks families by waste. */
    SCAN,
    /** Diagnoses evidence runs, and asks for them. */
    PROFILE,
    /** Lets advisors propose. */
    HYPOTHESIZE,
    /** Starts what the budget allows. */
    SUBMIT,
    /** Gives up what is open. */
    CANCEL,
    /** Takes what a person says of what is open. */
    STEER;

    /** Returns its name for labels, such as {@code collect}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
