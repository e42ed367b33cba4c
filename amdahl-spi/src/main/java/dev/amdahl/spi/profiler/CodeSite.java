package dev.amdahl.spi.profiler;

import dev.amdahl.spi.hypothesis.Bottleneck;

/**
 * A place in source that is known to cost accelerator time where it is hot; only a run tells whether it is.
 *
 * @param file relative to the root that was looked through, with {@code /} between folders
 * @param line from 1
 * @param kind what stands there, lower case with hyphens ({@code scalar-read})
 * @param suggests the class that its seconds would belong to
 * @param scope what stands around it
 * @param text the source line without its indentation: untrusted, at most {@value #MAX_TEXT} characters
 */
public record CodeSite(String file, int line, String kind, Bottleneck suggests, CodeScope scope, String text) {
    /** Longer source lines are cut to this many characters. */
    public static final int MAX_TEXT = 200;

    public CodeSite {
        if (line < 1) {
            throw new IllegalArgumentException(file + ": lines count from 1, was " + line);
        }
        text = text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) : text;
    }
}
