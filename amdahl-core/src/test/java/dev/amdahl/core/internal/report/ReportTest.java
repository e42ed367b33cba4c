package dev.amdahl.core.internal.report;

import static dev.amdahl.core.internal.report.ReportFixture.setting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.core.internal.report.claim.Pairs;
import dev.amdahl.core.internal.report.picture.PlainText;
import dev.amdahl.core.internal.roi.FamilyWaste;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.PatchChange;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TimeZone;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

final class ReportTest {
    /** Nothing that runs or loads. */
    private static final Set<String> ATTRIBUTES = Set.of(
            ("aria-hidden aria-label charset class colspan content cx cy d data-name dir height href http-equiv id lang name open"
                            + " preserveAspectRatio r role scope shape-rendering tabindex title viewBox width x x1 x2 xmlns y"
                            + " y1 y2")
                    .split(" ", -1));

    private final ReportFixture day = ReportFixture.firstDay();

    @TempDir
    Path folder;

    @Test
    void aDayBecomesOneWellFormedPageWithAPictureEachJob() throws Exception {

        HtmlReport report = written();
        Document page = parse(Files.readString(report.report()));
        assertThat(page.getElementsByTagName("script").getLength()).isZero();
        assertThat(page.getDocumentElement().getTextContent())
                .contains("2 proven changes wait for review, 1 promoted")
                .contains("-27.1 % [-30.0, -23.8]")
                .contains("java -jar amdahl.jar review approve h1 --by NAME --reason TEXT")
                .contains("18 pairs counted, 2 warm-up excluded")
                .contains(
                        "Not checked, because the job or the host does not supply the data: clock-drift, throttled-arm.")
                .contains("no effect over 4.3 %", "Tried again: a new epoch of the job began")
                .contains("all of them together")
                .contains("Unattributed: 0.0704 s of 3.52 s accelerator time")
                .contains("runs a day before, ")
                .contains("Fuse the small products");
        assertThat(report.pictures()).hasSize(3).allSatisfy(picture -> {
            assertThat(parse(Files.readString(picture)).getDocumentElement().getTagName())
                    .isEqualTo("svg");
            assertThat(Files.size(picture)).isLessThan(300_000);
        });
        try (Stream<Path> files = Files.walk(folder)) {
            assertThat(files.filter(Files::isRegularFile)).hasSize(4);
        }
    }

    @Test
    void nothingIsLoadedFromElsewhere() throws IOException {
        String page = Files.readString(written().report());
        assertThat(page).doesNotContain("url(", " src=", "@import");
        assertThat(page.replace(" href=\"#", "")).doesNotContain(" href=");
        assertThat(page.replace("http://www.w3.org/2000/svg", "")).doesNotContain("http://", "https://");
    }

    @Test
    void aSecondReportReplacesTheFirst() throws IOException {
        bare(FixtureView.EMPTY);
        assertThat(Files.readString(written().report())).contains("train-vision");
    }

    @Test
    void anEmptyLedgerSaysThatNothingWasLookedAt() throws Exception {
        HtmlReport report = bare(FixtureView.EMPTY);
        assertThat(parse(Files.readString(report.report())).getDocumentElement().getTextContent())
                .contains("Nothing looked at yet", "None yet");
        assertThat(report.pictures()).isEmpty();
        assertThat(folder.resolve("pictures")).doesNotExist();
    }

    @Test
    void aJobWithoutATimelineSaysSo() throws Exception {
        HtmlReport report = HtmlReport.write(
                day.view(), day.inputs().timelines(family -> Optional.empty()).build(), folder);
        assertThat(parse(Files.readString(report.report())).getDocumentElement().getTextContent())
                .contains("No timeline: no evidence run left a trace");
    }

    @ParameterizedTest
    @MethodSource("dev.amdahl.core.internal.report.HostileTexts#all")
    void textOfJobsIsDataEverywhere(String hostile) throws Exception {
        ReportFixture fixture = new ReportFixture(text -> hostile);
        fixture.family(hostile, Bottleneck.SYNC_STALL, .3);
        fixture.experiment("h1", hostile, setting(hostile, hostile, hostile), HypothesisState.IN_REVIEW, .8);
        fixture.experiment("h2", hostile, new PatchChange(hostile, List.of(hostile)), HypothesisState.REFUTED, .8);
        fixture.experiment("h3", hostile, setting(hostile, hostile, hostile), HypothesisState.PROMOTED, .8);
        fixture.idea(hostile, hostile, hostile);
        fixture.noise(hostile, .01, .02);
        fixture.waits("w1", hostile, "h1", hostile);
        HtmlReport report = HtmlReport.write(
                fixture.view(),
                fixture.inputs()
                        .notes(List.of(hostile))
                        .title(hostile)
                        .approval(id -> hostile)
                        .fleet(new ReportInputs.Fleet(List.of(wasted(hostile, 1)), hostile))
                        .build(),
                folder);
        Document page = parse(Files.readString(report.report()));
        for (String tag : List.of("script", "img", "iframe", "object", "embed", "form", "input", "base", "link")) {
            assertThat(page.getElementsByTagName(tag).getLength()).isZero();
        }
        assertThat(page.getElementsByTagName("style").getLength()).isEqualTo(1);
        assertThat(attributes(page)).isSubsetOf(ATTRIBUTES);
        assertThat(page.getDocumentElement().getTextContent().replace('\n', ' '))
                .contains(PlainText.line(hostile));
        assertThat(report.pictures()).singleElement().satisfies(picture -> {
            parse(Files.readString(picture));
            assertThat(picture.normalize().getParent()).isEqualTo(folder.resolve("pictures"));
        });
    }

    @Test
    void aLargeLedgerStaysASmallPageThatSaysWhatItLeavesOut() throws Exception {
        ReportFixture large = ReportFixture.firstDay();
        for (int i = 0; i < 20_000; i++) {
            large.plain(
                    "large-hypothesis-" + i,
                    "eval-metrics",
                    setting("kernel", "k", "" + i),
                    HypothesisState.SCREENED_OUT);
        }
        for (int i = 0; i < 30; i++) {
            large.family("job-" + i, Bottleneck.HOST_SERIAL, .2);
        }
        HtmlReport report = HtmlReport.write(large.view(), large.inputs().build(), folder);
        String page = Files.readString(report.report());
        assertThat(Files.size(report.report())).isLessThan(5_000_000);
        assertThat(parse(page).getElementsByTagName("article").getLength()).isEqualTo(5);
        assertThat(page).contains("ideas not tried: 20,00", "Left out of this page: ", "ledger show ID");
        assertThat(page).contains("17 more jobs with less loss");
        assertThat(report.pictures()).hasSize(16);
    }

    @Test
    void whatWaitsComesFirst() throws Exception {
        Document page = parse(Files.readString(written().report()));
        Element first = (Element) page.getElementsByTagName("article").item(0);
        assertThat(first.getTextContent()).contains("win, in review", "+++-+");
    }

    @Test
    void whatWaitsInAQueueSaysSinceWhenAndWhy() throws Exception {
        day.plain("h8", "train-vision", setting("workers", "1", "4"), HypothesisState.TESTING);
        day.waits("w1", "train-vision", "h8", "job 7 is PENDING (PartitionTimeLimit)");

        String page = textOf(day);

        assertThat(page)
                .contains("Waits in the scheduler's queue")
                .contains("train-vision, "
                        + "workers: 1 -> 4, trial run w1 waits since 2026-03-02T08:00:00Z: job 7 is PENDING"
                        + " (PartitionTimeLimit)");
    }

    @Test
    void theFirstRunThatWaitsIsSaidBeforeThereIsAnyHypothesis() throws Exception {
        ReportFixture fixture = new ReportFixture();
        fixture.waits("w0", "train", "", "no node has 9 accelerators");

        assertThat(textOf(fixture))
                .contains("None yet", "train, evidence run w0 waits since", "no node has 9 accelerators");
    }

    @Test
    void ofManyThatWaitTheRestIsACount() throws Exception {
        ReportFixture fixture = new ReportFixture();
        for (int i = 0; i < 5_000; i++) {
            fixture.waits("w" + i, "train", "", "x".repeat(100_000));
        }

        assertThat(textOf(fixture)).contains("4,980 more runs wait.").hasSizeLessThan(50_000);
    }

    @Test
    void whereNoneWaitsNothingIsSaidOfAQueue() throws Exception {
        assertThat(textOf(day)).doesNotContain("Waits in the scheduler's queue");
    }

    private HtmlReport bare(LedgerView view) {
        return HtmlReport.write(view, ReportInputs.builder().build(), folder);
    }

    private HtmlReport written() {
        return HtmlReport.write(day.view(), day.inputs().build(), folder);
    }

    private String textOf(ReportFixture fixture) throws Exception {
        return parse(Files.readString(bare(fixture.view()).report()))
                .getDocumentElement()
                .getTextContent();
    }

    @Test
    void sectionsAreThereAndLinked() throws Exception {
        Document page = parse(Files.readString(HtmlReport.write(
                        day.view(),
                        day.inputs()
                                .fleet(new ReportInputs.Fleet(
                                        List.of(wasted("train-vision", 120)), "2026-02-01 to 2026-03-01"))
                                .build(),
                        folder)
                .report()));
        NodeList links = page.getElementsByTagName("a");
        assertThat(links.getLength()).isGreaterThanOrEqualTo(6);
        for (int i = 0; i < links.getLength(); i++) {
            String target = ((Element) links.item(i)).getAttribute("href");
            assertThat(Files.readString(folder.resolve("report.html"))).contains(" id=\"" + target.substring(1) + "\"");
        }
        assertThat(page.getDocumentElement().getTextContent())
                .contains("Wasted in the fleet, 2026-02-01 to 2026-03-01")
                .contains("120 h · 300 USD")
                .contains("Lost per week, by diagnosis")
                .contains("Win rate by class", "Win rate by source of the idea")
                .contains("Too few A/A trials to tell")
                .contains("4 A/A · sd");
    }

    private static FamilyWaste wasted(String family, double hours) {
        return new FamilyWaste(
                family,
                7,
                2 * hours,
                hours,
                OptionalDouble.of(.5),
                OptionalDouble.empty(),
                0,
                0,
                OptionalDouble.empty(),
                hours,
                1,
                0,
                0);
    }

    @Test
    void everyPictureHasWordsForWhoCannotSeeIt() throws Exception {
        Document page = parse(Files.readString(written().report()));
        NodeList drawings = page.getElementsByTagName("svg");
        int pictures = 0;
        for (int i = 0; i < drawings.getLength(); i++) {
            Element drawing = (Element) drawings.item(i);
            if (List.of("img", "group").contains(drawing.getAttribute("role"))) {
                pictures++;
                assertThat(drawing.getFirstChild().getNodeName()).isEqualTo("title");
                assertThat(drawing.getFirstChild().getNextSibling().getTextContent())
                        .isNotBlank();
            } else {
                assertThat(drawing.getAttribute("aria-hidden"))
                        .as("what is part of a named picture, or beside its words, is not read out")
                        .isEqualTo("true");
            }
        }
        assertThat(pictures).isGreaterThan(20);
    }

    @Test
    void theBoundIsOfBytesWhateverTheScript() throws Exception {
        String name = "训练".repeat(30);
        ReportFixture large = ReportFixture.firstDay();
        for (int i = 0; i < 9_000; i++) {
            large.plain("large-hypothesis-" + i, name, setting(name, "k", "" + i), HypothesisState.SCREENED_OUT);
        }
        for (int i = 0; i < 4_000; i++) {
            large.family(name + i, Bottleneck.HOST_SERIAL, .2);
        }
        HtmlReport report = bare(large.view());
        assertThat(Files.size(report.report())).isBetween(2_000_000L, 5_000_000L);
        assertThat(Files.readString(report.report())).contains("Left out of this page: ", "more jobs. ");
    }

    @Test
    void theZoneOfTheMachineChangesNothing() throws IOException {
        TimeZone before = TimeZone.getDefault();
        try {
            TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
            String here = Files.readString(written().report());
            TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Kiritimati"));
            String there = Files.readString(written().report());
            assertThat(there).isEqualTo(here);
        } finally {
            TimeZone.setDefault(before);
        }
    }

    @Test
    void textFromRightToLeftAndEmojiAreShown() throws Exception {
        for (String text : List.of("אימון לילי", "تدريب‌ها", "训练任务", "👩‍🔬 train 🚀", "e\u0301te\u0301")) {
            ReportFixture fixture = new ReportFixture();
            fixture.family(text, Bottleneck.SYNC_STALL, .3);
            fixture.experiment("h1", text, setting(text, "1", "2"), HypothesisState.IN_REVIEW, .8);
            HtmlReport report =
                    HtmlReport.write(fixture.view(), fixture.inputs().build(), folder);
            assertThat(parse(Files.readString(report.report()))
                            .getDocumentElement()
                            .getTextContent())
                    .contains(text);
        }
    }

    @Test
    void oneVerdictIsEnough() throws Exception {
        ReportFixture fixture = new ReportFixture();
        fixture.plain("h1", "job", setting("a", "1", "2"), HypothesisState.SCREENED_OUT);
        assertThat(textOf(fixture)).contains("1 screened out before any run", "No test is over yet.");
    }

    @Test
    void openHypothesesNeverEnterVerifiedOrPromoted() {
        FixtureView view = day.view();
        Savings all = Savings.of(view, day.inputs().build());
        Savings open = Savings.of(
                view.with(view.dossiers().stream()
                        .filter(dossier -> dossier.state() == HypothesisState.PROPOSED)
                        .toList()),
                day.inputs().build());
        assertThat(open.identified().expectedHours()).isPositive();
        assertThat(open.verified().expectedHours()).isZero();
        assertThat(open.promoted().expectedHours()).isZero();
        assertThat(all.promoted().expectedHours()).isPositive();
        assertThat(all.promoted().lowerHours()).isLessThan(all.promoted().expectedHours());
        assertThat(all.verified().expectedMoney()).containsKey("USD");
    }

    @Test
    void ofChangesThatSetTheSameThingOnlyTheBestCounts() {
        ReportFixture both = new ReportFixture();
        both.family("train", Bottleneck.INPUT_STARVATION, .4);
        both.experiment("h1", "train", setting("prefetch", "0", "2"), HypothesisState.IN_REVIEW, .8);
        both.experiment("h2", "train", setting("prefetch", "0", "4"), HypothesisState.IN_REVIEW, .75);
        Savings savings = Savings.of(both.view(), both.inputs().build());
        double baseline =
                Objects.requireNonNull(Pairs.baselineSeconds(both.view()).get("train")) * 4 / 3_600 * 7_000;

        assertThat(savings.verified().expectedHours()).isCloseTo(.25 * baseline, within(1e-9));
    }

    @Test
    void terminalTablesFitAndSayTheSame() {
        ReportInputs inputs = day.inputs().build();
        for (int width : new int[] {80, 100, 140}) {
            String table = ReportTable.hypotheses(day.view(), width).render();
            assertThat(table.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(width));
            assertThat(table)
                    .contains("train-vision", "INPUT_STARVATION", "HOST_CONTENTION", "EmbedBatch.java")
                    .contains("+++-+", "veto", "promoted", "-27.1 %", "[-30.0, -23.8]", "1 -> 50", "4.3 %");
            String savings = ReportTable.savings(day.view(), inputs, width).render();
            assertThat(savings).contains("identified", "verified", "promoted", "projected", "cost so far");
            assertThat(savings.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(width));
        }
    }

    private static Set<String> attributes(Document page) {
        Set<String> names = new TreeSet<>();
        NodeList all = page.getElementsByTagName("*");
        for (int i = 0; i < all.getLength(); i++) {
            NamedNodeMap own = all.item(i).getAttributes();
            for (int j = 0; j < own.getLength(); j++) {
                names.add(own.item(j).getNodeName());
            }
        }
        return names;
    }

    static Document parse(String text) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setExpandEntityReferences(false);
        return factory.newDocumentBuilder().parse(new InputSource(new StringReader(text)));
    }
}
