package dev.amdahl.core.internal.report.review;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.functional.MemoryFolder;
import dev.amdahl.core.internal.ledger.review.ReviewAnswer;
import dev.amdahl.core.internal.ledger.review.ReviewFiles;
import dev.amdahl.core.internal.testing.HostileTexts;
import dev.amdahl.core.internal.testing.WaitingWins;
import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.recipe.Recipe;
import dev.amdahl.core.ledger.recipe.RecipeTemplate;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.testing.SettableClock;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.experiment.Verdict;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.Idea;
import dev.amdahl.spi.hypothesis.PatchChange;
import java.io.StringReader;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** Text of jobs, models and reviewers stays text on every page, whatever it is made to look like. */
final class HostileTextTest {
    private static final Set<String> ONCE = Set.of("script", "style", "main", "html", "head", "body");
    private static final Set<String> NEVER =
            Set.of("img", "iframe", "object", "embed", "base", "link", "video", "audio", "math", "template");

    private static final List<String> PAYLOADS = HostileTexts.all();

    @Test
    void fortyPayloadsInEveryFieldAreOnlyEverText(@TempDir(factory = MemoryFolder.class) Path folder) throws Exception {
        SettableClock clock = new SettableClock(ReviewWorld.START);
        WaitingWins story = new WaitingWins(3, ReviewWorld.START);
        Map<String, String> texts = new LinkedHashMap<>();
        for (String text : PAYLOADS) {
            boolean isPatch = texts.size() % 4 == 3;
            texts.put(
                    story.win(
                            text,
                            isPatch
                                    ? new PatchChange("--- a/x\n+++ b/x\n" + text, List.of("src/" + text))
                                    : ReviewWorld.setting(text, text, text),
                            .8,
                            text,
                            1),
                    text);
        }
        assertThat(texts).hasSize(40);
        story.running(PAYLOADS.get(0), ReviewWorld.setting(PAYLOADS.get(0), "a", "b"), 1);
        String url = folder.resolve("ledger").toString();
        story.write(url, clock);
        try (Ledger ledger = Ledger.open(url, clock);
                Lease lease = ledger.acquire("test", Duration.ofMinutes(1))) {
            texts.forEach((won, text) -> note(lease, won, text));
        }
        ReviewSettings settings = ReviewSettings.over(url)
                .keys(folder.resolve("keys"))
                .clock(clock)
                .build();
        try (ReviewServer server = ReviewServer.start(settings)) {
            Caller caller = Caller.admitted(server.address(), "/", settings);

            harmless(caller.get("review").is(200).body(), PAYLOADS);
            for (String place :
                    List.of("", "runs", "wins", "jobs", "ledger", "ledger?page=2", "audit", "audit?page=2")) {
                harmless(caller.get(place).is(200).body(), List.of());
            }
            for (String text : PAYLOADS) {
                String asked = text.substring(0, Math.min(text.length(), 200));
                harmless(
                        caller.get("ledger?q=" + URLEncoder.encode(asked, UTF_8))
                                .is(200)
                                .body(),
                        List.of());
                harmless(
                        caller.get("audit?by=" + URLEncoder.encode(asked, UTF_8))
                                .is(200)
                                .body(),
                        List.of());
            }
            for (Map.Entry<String, String> entry : texts.entrySet()) {
                String text = entry.getValue();
                String page = caller.get("item?id=" + entry.getKey()).is(200).body();
                harmless(page, List.of(text, "Note by "));
                Map<String, String> form = Caller.hidden(page);
                form.put("audit", text);
                form.put("minutes", text);
                harmless(caller.answer(form, text, "approve", text).is(422).body(), List.of());
            }
            String id = texts.keySet().iterator().next();
            Review review = new Review(
                    id,
                    false,
                    PAYLOADS.get(0),
                    PAYLOADS.get(1),
                    ReviewWorld.START,
                    String.valueOf(caller.form(id).get("head")));
            new ReviewFiles(folder.resolve("ledger.reviews")).write(new ReviewAnswer(review, Optional.empty()));
            harmless(caller.get("review").is(200).body(), List.of(PAYLOADS.get(0)));
            harmless(caller.get("item?id=" + id).is(200).body(), PAYLOADS.subList(0, 2));

            try (Ledger ledger = Ledger.open(url, clock);
                    Lease lease = ledger.acquire("test", Duration.ofMinutes(1))) {
                texts.forEach((won, text) -> teach(lease, won, text));
            }
            harmless(caller.get("").is(200).body(), PAYLOADS);
            for (String text : PAYLOADS) {
                harmless(
                        caller.get(ReviewText.place("recipe", Recipe.PREFIX + text))
                                .is(200)
                                .body(),
                        List.of(text));
            }
        }
    }

    /** Leaves a note of that text, as long as notes may be. */
    private static void note(Lease lease, String id, String text) {
        String note = text.substring(0, Math.min(text.length(), Dossier.Steering.MAX_CHARACTERS));
        lease.commit(new Entry.Steered(id, Optional.of(note), OptionalInt.empty(), note));
    }

    /** Lets a win be promoted, and teach a recipe of that text. */
    private static void teach(Lease lease, String id, String text) {
        Dossier won = lease.view().dossier(id).orElseThrow();
        Review review = new Review(
                id,
                true,
                "ann",
                text,
                ReviewWorld.START,
                won.evidenceHead(),
                OptionalDouble.empty(),
                Optional.of("all of it"));
        RecipeTemplate template = won.hypothesis().needsBuild()
                ? new RecipeTemplate(List.of(), List.of(text))
                : new RecipeTemplate(List.of(new RecipeTemplate.Setting(text, text, text)), List.of());
        lease.commit(
                new Entry.Answered(review, true),
                new Entry.Decided(new Verdict(won.hypothesis(), List.of("run"), text, HypothesisState.PROMOTED, text)),
                new Entry.RecipeDistilled(new Recipe(
                        Recipe.PREFIX + text,
                        text,
                        Bottleneck.INPUT_STARVATION,
                        List.of(new Idea.Symptom(text, ">=", .2)),
                        template,
                        List.of(new Recipe.Effect(id, text, text, text, .8, .7, .9, 4)))));
    }

    private static void harmless(String page, List<String> texts) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setExpandEntityReferences(false);
        Document document = factory.newDocumentBuilder().parse(new InputSource(new StringReader(page)));
        NodeList elements = document.getElementsByTagName("*");
        for (int i = 0; i < elements.getLength(); i++) {
            Element element = (Element) elements.item(i);
            assertThat(NEVER).doesNotContain(element.getTagName());
            NamedNodeMap attributes = element.getAttributes();
            for (int k = 0; k < attributes.getLength(); k++) {
                assertThat(attributes.item(k).getNodeName())
                        .matches("[a-zA-Z][a-zA-Z0-9-]*")
                        .doesNotStartWith("on");
            }
            assertThat(element.getAttribute("href"))
                    .matches(
                            "(\\./|#|hypothesis\\?id=|recipe\\?id=|change\\?id=|ledger\\?q=|audit\\?by=|(review|runs|wins|jobs|ledger|audit)?$).*");
        }
        ONCE.forEach(tag -> assertThat(document.getElementsByTagName(tag).getLength())
                .as(tag)
                .isEqualTo(1));
        String shown = plain(document.getDocumentElement().getTextContent());
        assertThat(texts).allSatisfy(text -> assertThat(shown).contains(plain(text)));
    }

    /** What is left of a text when the characters that the pages replace are taken out of it. */
    private static String plain(String text) {
        return text.replaceAll("[^!-~]|\\?", "");
    }
}
