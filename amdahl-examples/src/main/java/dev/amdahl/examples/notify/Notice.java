package dev.amdahl.examples.notify;

import dev.amdahl.examples.jobs.NoticeKind;
import dev.amdahl.spi.hypothesis.Hypothesis;
import java.time.Instant;
import java.util.Optional;

/**
 * One thing that people are told, once. Its texts quote jobs, so they are data.
 *
 * @param key the event: the same in every process, and told once
 * @param kind of event; empty for a sample
 * @param at when it was noticed
 * @param family the job; empty text where it is about all
 * @param hypothesis its id; empty text where it is about none
 * @param headline one line
 * @param detail one line more
 */
public record Notice(
        String key,
        Optional<NoticeKind> kind,
        Instant at,
        String family,
        String hypothesis,
        String headline,
        String detail) {
    private static final int MAX_LINE = 300;

    public Notice {
        headline = line(headline);
        detail = line(detail);
    }

    static Notice of(NoticeKind kind, String key, Instant at, String headline, String detail) {
        return new Notice(kind.word() + " " + key, Optional.of(kind), at, "", "", headline, detail);
    }

    static Notice of(NoticeKind kind, Hypothesis about, Instant at, String headline, String detail) {
        return new Notice(
                kind.word() + " " + about.id(), Optional.of(kind), at, about.family(), about.id(), headline, detail);
    }

    /** Returns what is sent to see whether a channel works. */
    static Notice sample(Instant at) {
        return new Notice(
                "test " + at,
                Optional.empty(),
                at,
                "",
                "",
                "Amdahl Loop: a test of this channel",
                "Sent by notify --test; nothing has happened.");
    }

    /** Returns its kind in a word. */
    String word() {
        return kind.map(NoticeKind::word).orElse("test");
    }

    /** Nothing that ends a line, steers a terminal or turns the reading direction is left. */
    private static String line(String text) {
        String clean = text.replaceAll("\\s+", " ")
                .replaceAll("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]", "?")
                .strip();
        return clean.codePointCount(0, clean.length()) <= MAX_LINE
                ? clean
                : clean.substring(0, clean.offsetByCodePoints(0, MAX_LINE - 1)) + "…";
    }
}
