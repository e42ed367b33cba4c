package dev.amdahl.llm.knowledge;

import dev.amdahl.spi.Redaction;
import java.util.regex.Pattern;

/**
 * A paper, an issue, a release or another document that a service gave: untrusted text.
 *
 * @param place its link, or where else it can be found; never followed
 * @param title one line
 * @param text what it says, its lines as they came
 */
record OutsideItem(String place, String title, String text) {
    private static final int MAX_TITLE = 300;
    private static final int MAX_TEXT = 64_000;
    private static final Pattern LINK =
            Pattern.compile("https?://[\\w.-]{1,100}(?::\\d{1,5})?(?:/[\\w./%~+&=?,;:@!()#-]{0,300})?");
    private static final Pattern SENTENCE = Pattern.compile("(?<=[.!?])\\s+(?=\\p{Lu})");

    /** Returns a document at a link, which must have the form of one, or else at a place in the service's own words. */
    static OutsideItem of(String link, String otherwise, String title, String text) {
        String place = LINK.matcher(link).matches() ? link : otherwise.replaceAll("[^\\w./-]+", "_");
        return new OutsideItem(cut(Redaction.of(place), MAX_TITLE), line(title), cut(text, MAX_TEXT));
    }

    /** Returns the text on one line. */
    static String line(String text) {
        return cut(text, MAX_TEXT).replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
    }

    /** By its sentences, below its title, which stands for the text where there is none. */
    IndexedNote note() {
        String said = text.isBlank() ? title : text;
        String sentences = SENTENCE.matcher(said).replaceAll("\n");
        return IndexedNote.of("# " + Redaction.of(title) + "\n" + String.join("\n", Redaction.lines(sentences)));
    }

    private static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most);
    }
}
