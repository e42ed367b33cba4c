package dev.amdahl.core.ledger.entry;

/** The role of a stored file that no profiler reads. */
public final class EvidenceRole {
    /** A result that came after its run had been given up. */
    public static final String LATE_RESULT = "late-result";

    /** What was sent to a model. */
    public static final String PROMPT = "prompt";

    /** What a model replied. */
    public static final String REPLY = "reply";

    /** What of a model's reply was left out and why, or why nothing came of it; the key is the call. */
    public static final String NOTES = "notes";

    /** A hypothesis's patch; the key is the hypothesis. */
    public static final String PATCH = "patch";

    /** What the build of a hypothesis's patch said; the key is the hypothesis. */
    public static final String BUILD_LOG = "build-log";

    private EvidenceRole() {}
}
