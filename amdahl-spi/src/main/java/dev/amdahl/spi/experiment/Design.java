package dev.amdahl.spi.experiment;

import java.util.Locale;

/** The source of an experiment's pairs. The rule that decides by them is the same for all. */
public enum Design {
    /** Two whole runs of the job, one after the other on one allocation. */
    WHOLE("whole runs"),
    /** Two short runs of the job, of whose steady part the claim is. */
    PROBE("probes"),
    /** Two neighboring windows of one run, between which the change is switched on or off. */
    WINDOWS("windows of a run"),
    /** Two neighboring runs that somebody else schedules anyway, of which one has the change. */
    FIELD("scheduled runs");

    private final String text;

    Design(String text) {
        this.text = text;
    }

    /** Returns its name in job files and JSON documents. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns what the pairs are, as a plural for people. */
    public String text() {
        return text;
    }
}
