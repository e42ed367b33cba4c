package dev.amdahl.llm;

import static java.util.Objects.requireNonNull;

import com.google.common.hash.Hashing;
import dev.amdahl.spi.Redaction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Untrusted text for a model, in named sections of bounded length, without secrets, each behind a fence that nothing inside it can close:
 * the mark is made of the digest of all sections. The same sections always give the same text. Immutable.
 */
public final class Material {
    private static final String CUT = "\n[cut]\n";
    private static final int MARK = 12;
    private static final Pattern TITLE_BREAK = Pattern.compile("[\"<>\\p{Cntrl}]+");

    private final List<Section> sections;

    private Material(List<Section> sections) {
        this.sections = List.copyOf(sections);
    }

    private record Section(String title, String text) {}

    /** Nothing yet. */
    public static Material empty() {
        return new Material(List.of());
    }

    /**
     * Returns the same with one more section.
     *
     * @param title the library's own words for what it is
     * @param text untrusted; its secrets go first, so that no cut can leave a part of one
     * @param mostCharacters longer text loses its middle
     */
    public Material with(String title, String text, int mostCharacters) {
        List<Section> more = new ArrayList<>(sections);
        more.add(new Section(
                TITLE_BREAK.matcher(requireNonNull(title)).replaceAll(" "), cut(Redaction.of(text), mostCharacters)));
        return new Material(more);
    }

    private static String cut(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        int half = Math.max(0, (most - CUT.length()) / 2);
        return text.substring(0, half) + CUT + text.substring(text.length() - half);
    }

    /** Returns all of it as it is sent. */
    public String text() {
        String all = sections.stream()
                .map(section -> section.title() + "\0" + section.text())
                .collect(Collectors.joining("\0"));
        String mark = Hashing.sha256()
                .hashString(all, StandardCharsets.UTF_8)
                .toString()
                .substring(0, MARK);
        return sections.stream()
                .map(section -> "<data-" + mark + " title=\"" + section.title() + "\">\n" + section.text() + "\n</data-"
                        + mark + ">\n")
                .collect(Collectors.joining("\n"));
    }
}
