package dev.amdahl.llm.dream;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.hash.Hashing;
import dev.amdahl.spi.Redaction;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.Idea;
import dev.amdahl.spi.hypothesis.IdeaQuery;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.Provenance;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One idea as a model said it: nothing of it is taken but a class that was asked for, a declared lever at a declared value, a share, and
 * text of bounded length.
 */
record IdeaReply(JsonNode json) {
    /** Nobody has measured what a model says: its share counts half. */
    private static final double DISCOUNT = .5;

    private static final int MAX_TITLE = 120;
    private static final int MAX_SUMMARY = 400;
    private static final int DIGITS = 10;
    private static final Pattern URL = Pattern.compile("https://[\\w.-]{3,100}(?:/[\\w./%~+&=?,;:#-]{0,200})?");

    /** Returns the idea; empty if it breaks a bound. */
    Optional<Idea> idea(IdeaQuery query) {
        Optional<Bottleneck> bottleneck = query.bottlenecks().stream()
                .filter(one -> one.name().equals(text("bottleneck", MAX_TITLE)))
                .findFirst();
        String title = text("title", MAX_TITLE);
        double fraction = json.path("fraction").asDouble(Double.NaN);
        boolean isMove = !text("lever", MAX_TITLE).isEmpty();
        Optional<Change> change = change(query);
        boolean isSound = bottleneck.isPresent()
                && !title.isBlank()
                && fraction > 0
                && fraction <= 1
                && (!isMove || change.isPresent());
        if (!isSound) {
            return Optional.empty();
        }
        String summary = text("summary", MAX_SUMMARY);
        String url = text("url", MAX_SUMMARY);
        String id = LlmIdeaSource.NAME + ":" + digest(bottleneck.get(), title, change);
        return Optional.of(new Idea(
                id,
                title,
                bottleneck.get(),
                change.isPresent() ? "config" : "code",
                List.of(),
                DISCOUNT * fraction,
                URL.matcher(url).matches() ? summary + " [" + url + "]" : summary,
                new Provenance(Provenance.Origin.MODEL, id, Provenance.Maturity.EXPERIMENTAL),
                change));
    }

    private Optional<Change> change(IdeaQuery query) {
        String name = json.path("lever").asText();
        String value = json.path("value").asText();
        return query.job().levers().stream()
                .filter(lever -> lever.name().equals(name) && lever.values().contains(value))
                .findFirst()
                .map((Lever lever) -> lever.set(value));
    }

    /** Another wording of the same move is the same idea. */
    private static String digest(Bottleneck bottleneck, String title, Optional<Change> change) {
        String what = change.map(Object::toString).orElse(title.toLowerCase(Locale.ROOT));
        return Hashing.sha256()
                .hashString(bottleneck + " " + what, UTF_8)
                .toString()
                .substring(0, DIGITS);
    }

    private String text(String field, int most) {
        String plain = Redaction.of(json.path(field).asText())
                .replaceAll("[\\p{Cntrl}\\s]+", " ")
                .strip();
        return plain.length() <= most ? plain : plain.substring(0, most) + "...";
    }
}
