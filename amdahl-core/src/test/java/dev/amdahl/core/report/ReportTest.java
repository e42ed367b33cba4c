package dev.amdahl.core.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.core.timeline.AcceleratorState;
import dev.amdahl.core.timeline.StateSeries;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.job.Timeline;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

final class ReportTest {
    private final ReportFixture day = ReportFixture.firstDay();

    @TempDir
    Path folder;

    @Test
    void aDayBecomesOneWellFormedPageWithAPictureEachJob() throws Exception {

        Report report = Report.write(day.view(), day.inputs().build(), folder);
        Document page = parse(Files.readString(report.report()));
        assertThat(page.getElementsByTagName("script").getLength()).isZero();
        assertThat(page.getDocumentElement().getTextContent())
                .contains("2 wins wait for review, 1 promoted")
                .contains("-27.1 % [-30.0, -23.8]")
                .contains("java -jar amdahl.jar review approve h1 --by NAME --reason TEXT")
                .contains("18 pairs counted, 2 warm-up excluded")
                .contains("Not checked, as job or host cannot supply it: clock-drift, throttled-arm.")
                .contains("all of them together")
                .contains("Unattributed: 70.4 ms of 3.52 s accelerator time")
                .contains("runs a day one after the other")
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
        String page = Files.readString(
                Report.write(day.view(), day.inputs().build(), folder).report());
        assertThat(page).doesNotContain("url(", " src=", " href=", "@import");
        assertThat(page.replace("http://www.w3.org/2000/svg", "")).doesNotContain("http://", "https://");
    }

    @Test
    void aSecondReportReplacesTheFirst() throws IOException {
        Report.write(FixtureView.EMPTY, ReportInputs.builder().build(), folder);
        Report report = Report.write(day.view(), day.inputs().build(), folder);
        assertThat(Files.readString(report.report())).contains("train-vision");
    }

    @Test
    void anEmptyLedgerSaysThatNothingWasLookedAt() throws Exception {
        Report report = Report.write(FixtureView.EMPTY, ReportInputs.builder().build(), folder);
        assertThat(parse(Files.readString(report.report())).getDocumentElement().getTextContent())
                .contains("Nothing looked at yet", "None yet");
        assertThat(report.pictures()).isEmpty();
    }

    @Test
    void aJobWithoutATimelineSaysSo() throws Exception {
        Report report = Report.write(
                day.view(), day.inputs().timelines(family -> Optional.empty()).build(), folder);
        assertThat(parse(Files.readString(report.report())).getDocumentElement().getTextContent())
                .contains("No timeline: the evidence run left no trace");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<script>alert(1)</script>",
                "\"><img src=x onerror=alert(1)>",
                "'); DROP TABLE events;--",
                "</td></tr></table>",
                "<!--",
                "-->",
                "]]>",
                "<![CDATA[",
                "&amp;&lt;",
                "&#x3c;b&#x3e;",
                "\u0000nul",
                "\u001b[31m",
                "\u202egnp.exe",
                "\ud800lone",
                "\ufffe",
                "a\nb",
                "${jndi:x}",
                "javascript:alert(1)",
                "</style><style>*{display:none}",
                "../../../../etc/passwd",
                "\u2028line",
                "<svg/onload=alert(1)>"
            })
    void textOfJobsIsDataEverywhere(String hostile) throws Exception {
        ReportFixture fixture = new ReportFixture();
        fixture.family(hostile, Bottleneck.SYNC_STALL, .3);
        fixture.experiment(
                "h1", hostile, ReportFixture.setting(hostile, hostile, hostile), HypothesisState.IN_REVIEW, .8);
        Report report = Report.write(
                fixture.view(),
                fixture.inputs().notes(List.of(hostile)).title(hostile).build(),
                folder);
        Document page = parse(Files.readString(report.report()));
        for (String tag : List.of("script", "img", "b0", "iframe")) {
            assertThat(page.getElementsByTagName(tag).getLength()).isZero();
        }
        assertThat(page.getElementsByTagName("style").getLength()).isEqualTo(1);
        assertThat(page.getDocumentElement().getTextContent().replace('\n', ' '))
                .contains(PlainText.line(hostile));
        assertThat(report.pictures()).singleElement().satisfies(picture -> {
            parse(Files.readString(picture));
            assertThat(picture.normalize().getParent()).isEqualTo(folder.resolve("pictures"));
        });
    }

    @Test
    void drawnStatesTileEveryLaneAndTheirSecondsAreWallTimesAccelerators() throws Exception {
        Timeline timeline = Traces.steps("main", 4, 40);
        TimelinePicture.Drawn drawn = TimelinePicture.draw("x", timeline, new Span(0, 0, 880_000_000, 880_000_000));
        StateSeries series = StateSeries.of(timeline, 1_000);
        double seconds = Stream.of(AcceleratorState.values())
                .mapToDouble(series::seconds)
                .sum();
        assertThat(seconds).isCloseTo(4 * .88, within(1e-9));
        NodeList groups = parse(drawn.file()).getElementsByTagName("g");
        int lanes = 0;
        for (int i = 0; i < groups.getLength(); i++) {
            Element group = (Element) groups.item(i);
            if (group.getAttribute("class").equals("lane")) {
                lanes++;
                double scale =
                        Double.parseDouble(group.getAttribute("transform").replaceAll(".*scale\\(| -1\\)", ""));
                assertThat(width(group) * scale).isCloseTo(940, within(.01));
            }
        }
        assertThat(lanes).isEqualTo(4);
    }

    private static int width(Element lane) {
        NodeList paths = lane.getElementsByTagName("path");
        int width = 0;
        for (int i = 0; i < paths.getLength(); i++) {
            Matcher matcher = Pattern.compile("h(\\d+)v").matcher(((Element) paths.item(i)).getAttribute("d"));
            while (matcher.find()) {
                width += Integer.parseInt(matcher.group(1));
            }
        }
        return width;
    }

    @Test
    void aLargeTimelineStaysASmallPicture() {
        TimelinePicture.Drawn drawn =
                TimelinePicture.draw("x", Traces.steps("main", 8, 50_000), new Span(0, 0, 880_000_000, 880_000_000));
        assertThat(drawn.file().length()).isBetween(5_000, 300_000);
    }

    @Test
    void hostCausesHoldEachInstantOnce() {
        Timeline timeline = Traces.steps("main", 1, 40);
        HostBins bins = HostBins.of(timeline.lanes().get(1), 0, 880_000_000, 777);
        assertThat(bins.covered()).isCloseTo(.88, within(1e-9));
        assertThat(bins.seconds(2)).isCloseTo(.88 * .9 * .45 - 3 * .88 * .9 / 40 * .3, within(1e-6));
    }

    @Test
    void openHypothesesNeverEnterVerifiedOrCaptured() {
        FixtureView view = day.view();
        Savings all = Savings.of(view, day.inputs().build());
        Savings open = Savings.of(
                view.with(view.dossiers().stream()
                        .filter(dossier -> dossier.state() == HypothesisState.PROPOSED)
                        .toList()),
                day.inputs().build());
        assertThat(open.identified().expectedHours()).isPositive();
        assertThat(open.verified().expectedHours()).isZero();
        assertThat(open.captured().expectedHours()).isZero();
        assertThat(all.captured().expectedHours()).isPositive();
        assertThat(all.captured().lowerHours()).isLessThan(all.captured().expectedHours());
        assertThat(all.verified().expectedMoney()).containsKey("USD");
    }

    @Test
    void terminalTablesFitAndSayTheSame() {
        String table = ReportTable.hypotheses(day.view()).render();
        assertThat(table.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(TextTable.WIDTH));
        assertThat(table).contains("+++-+", "veto", "screened", "-27.1 %");
        String savings = ReportTable.savings(day.view(), day.inputs().build()).render();
        assertThat(savings).contains("identified", "verified", "captured", "cost so far");
        assertThat(savings.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(TextTable.WIDTH));
    }

    private static Document parse(String text) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setExpandEntityReferences(false);
        return factory.newDocumentBuilder().parse(new InputSource(new StringReader(text)));
    }
}
