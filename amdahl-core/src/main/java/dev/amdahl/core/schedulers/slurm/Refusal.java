package dev.amdahl.core.schedulers.slurm;

import java.util.List;
import java.util.Locale;

/** What it means that a submission failed, by what Slurm said; the words are those of its own list of errors. */
enum Refusal {
    /** Slurm answered that this job can never run. */
    NEVER,
    /** Slurm answered, and took nothing: the same job may be taken later. */
    NOT_NOW,
    /** No answer: it may have been taken. */
    NO_ANSWER;

    private static final List<String> LATER = List.of(
            "submit limit",
            "temporarily",
            "inactive or drain",
            "down, drained",
            "down*",
            "dependency problem",
            "too many",
            "unable to contact",
            "connection refused",
            "unable to resolve",
            "authentication",
            "credential",
            "munge",
            "standby mode");
    private static final List<String> UNCLEAR = List.of(
            "timed out", "zero bytes", "unexpected message", "transport endpoint", "broken pipe", "reset by peer");
    private static final List<String> IMPOSSIBLE = List.of(
            "invalid",
            "not available",
            "not permitted",
            "denied",
            "unrecognized option",
            "more processors requested",
            "exceed",
            "violates",
            "unable to allocate resources");

    /** A submission that failed, and why in one line. */
    record Told(Refusal meaning, String problem) {
        static final Told ELSEWHERE = new Told(NO_ANSWER, "timed out, another process is submitting it");

        /** Of Slurm's own words. */
        static Told of(String problem) {
            return new Told(Refusal.of(problem), problem);
        }
    }

    static Refusal of(String problem) {
        String text = problem.toLowerCase(Locale.ROOT);
        if (UNCLEAR.stream().anyMatch(text::contains)) {
            return NO_ANSWER;
        }
        if (LATER.stream().anyMatch(text::contains)) {
            return NOT_NOW;
        }
        return IMPOSSIBLE.stream().anyMatch(text::contains) ? NEVER : NO_ANSWER;
    }
}
