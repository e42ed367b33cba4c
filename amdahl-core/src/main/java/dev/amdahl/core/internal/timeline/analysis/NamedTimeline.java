package dev.amdahl.core.internal.timeline.analysis;

import static java.util.Objects.requireNonNull;

import dev.amdahl.spi.job.Timeline;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The timeline of one rank of a job.
 *
 * @param name of its file, for people
 * @param rank its number, from 0
 */
public record NamedTimeline(String name, int rank, Timeline timeline) {
    private static final Pattern RANK = Pattern.compile("(?i)(?:rank|worker|node)[-_.]?(\\d{1,6})(?!\\d)");

    public NamedTimeline {
        requireNonNull(name);
        requireNonNull(timeline);
        if (rank < 0) {
            throw new IllegalArgumentException("rank must be at least 0, was " + rank);
        }
    }

    /** Returns the rank that a file's name tells: the last of {@code rank-3}, {@code worker3} in it; empty if none. */
    public static OptionalInt rankOf(String name) {
        Matcher matcher = RANK.matcher(name);
        OptionalInt rank = OptionalInt.empty();
        while (matcher.find()) {
            rank = OptionalInt.of(Integer.parseInt(matcher.group(1)));
        }
        return rank;
    }
}
