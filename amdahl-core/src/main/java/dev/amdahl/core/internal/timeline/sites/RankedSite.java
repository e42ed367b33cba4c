package dev.amdahl.core.internal.timeline.sites;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.profiler.CodeSite;
import java.util.Locale;

/**
 * A place in source with the time seen there. Immutable.
 *
 * @param site the place
 * @param seconds seconds of the profiles' frames; 0 when cold
 * @param match how the frames name it
 * @param confirmed whether the seconds are known to be of the site's class, such as waiting for the device
 */
@JsonPropertyOrder({"file", "line", "function", "class", "kind", "seconds", "match", "confirmed", "repeats", "text"})
public record RankedSite(
        @JsonIgnore CodeSite site,
        @JsonProperty("seconds") double seconds,
        @JsonIgnore Match match,
        @JsonProperty("confirmed") boolean confirmed) {

    /** How a hot frame names a site. */
    public enum Match {
        /** The frame has the site's own line. */
        LINE,
        /** The frame has only the first line of the function around it, so the seconds are a bound for all that stands in it. */
        FUNCTION,
        /** No frame was seen there. That does not clear it: what was not sampled may still cost. */
        COLD
    }

    /** Relative to the root of the source. */
    @JsonProperty("file")
    public String file() {
        return site.file();
    }

    /** From 1. */
    @JsonProperty("line")
    public int line() {
        return site.line();
    }

    /** Returns what stands there. */
    @JsonProperty("kind")
    public String kind() {
        return site.kind();
    }

    /** Returns the class that its seconds belong to. */
    @JsonProperty("class")
    public Bottleneck bottleneck() {
        return site.suggests();
    }

    /** Returns the function around it; empty text outside of any. */
    @JsonProperty("function")
    public String function() {
        return site.scope().function();
    }

    /** Returns the source line: untrusted. */
    @JsonProperty("text")
    public String text() {
        return site.text();
    }

    /** Returns how the frames name it: {@code line}, {@code function} or {@code cold}. */
    @JsonProperty("match")
    public String matchName() {
        return match.name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether it runs again and again. */
    @JsonProperty("repeats")
    public boolean repeats() {
        return site.scope().repeats();
    }

    /** Returns one sentence for people. */
    public String sentence() {
        String where = file() + ":" + line() + (function().isEmpty() ? "" : " in " + function());
        String amount = String.format(Locale.ROOT, seconds < .01 ? "%.6f s" : "%.3f s", seconds);
        String what = confirmed ? amount + " of waiting" : amount;
        String seen = switch (match) {
            case LINE -> what + " seen at this line";
            case FUNCTION ->
                "at most " + what + ", seen in the function of lines "
                        + site.scope().firstLine() + " to " + site.scope().lastLine();
            case COLD -> "not seen hot";
        };
        return bottleneck() + " at " + where + ", " + seen + " (" + kind() + "): " + printable(text());
    }

    private static String printable(String text) {
        return text.codePoints()
                .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? ' ' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
