package dev.amdahl.core.internal.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.core.ledger.view.Family;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** What the report says of times, runs, counts and pace. */
final class ReportWordsTest {
    private final ReportFixture day = ReportFixture.firstDay();

    @TempDir
    Path folder;

    @Test
    void aPictureOfOneRunSaysTimesInOneUnitButForWhatIsFarSmaller() throws Exception {
        Document page = ReportTest.parse(Files.readString(
                HtmlReport.write(day.view(), day.inputs().build(), folder).report()));
        NodeList figures = page.getElementsByTagName("figure");
        int timed = 0;
        for (int i = 0; i < figures.getLength(); i++) {
            Set<String> units = units((Element) figures.item(i));
            boolean isOfOneRun = !figures.item(i).getTextContent().contains("Lost per week");
            assertThat(units).as(figures.item(i).getTextContent()).hasSizeLessThanOrEqualTo(isOfOneRun ? 2 : 3);
            timed += units.size();
        }
        assertThat(timed).isGreaterThan(6);
    }

    private static Element article(Document page, String id) {
        NodeList articles = page.getElementsByTagName("article");
        return IntStream.range(0, articles.getLength())
                .mapToObj(i -> (Element) articles.item(i))
                .filter(article -> article.getAttribute("id").equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static Set<String> units(Element element) {
        Matcher time = Pattern.compile("\\d (us|ms|s|min|h|d)\\b").matcher(element.getTextContent());
        return time.results().map(found -> found.group(1)).collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void picturesSayOfWhichRunsTheyAre() throws Exception {
        Family known = day.view().families().get(0);
        Diagnosis diagnosis = known.diagnosis().orElseThrow();
        Diagnosis twice = new Diagnosis(
                known.name(), diagnosis.accounts(), diagnosis.gapSeconds(), Map.of(), List.of("e-1", "e-2"), List.of());
        FixtureView view = new FixtureView(
                List.of(new Family(
                        known.name(),
                        "h200",
                        "0",
                        Optional.of(twice),
                        Optional.of(ReportFixture.START),
                        Optional.of(true),
                        List.of())),
                List.of(),
                List.of(),
                List.of(),
                List.of());
        HtmlReport report = HtmlReport.write(view, day.inputs().build(), folder);
        assertThat(ReportTest.parse(Files.readString(report.report()))
                        .getDocumentElement()
                        .getTextContent())
                .contains("Timeline of one evidence run of train-vision: states above")
                .contains("Where the time went, mean of 2 evidence runs")
                .contains("Amdahl's curve, mean of 2 evidence runs", "Ladder of ceilings, mean of 2 evidence runs")
                .contains("The timeline is of one of the runs; all else of this job is their mean.");
    }

    @Test
    void onePairIsNotOnePairs() throws Exception {
        ReportFixture fixture = new ReportFixture();
        fixture.family("job", Bottleneck.SYNC_STALL, .3);
        fixture.measured("h1", "job", 1.2, new double[] {-.2}, 1, new double[0]);
        String text = ReportTest.parse(Files.readString(
                        HtmlReport.write(fixture.view(), fixture.inputs().build(), folder)
                                .report()))
                .getDocumentElement()
                .getTextContent();
        assertThat(text)
                .contains(
                        "1 hypothesis on 1 job: 1 win", "1 pair counted", "1 pair in numbers", "Forest plot of 1 pair")
                .doesNotContainPattern("\\b1 (pairs|votes|jobs|hypotheses|wins|verdicts|events|runs)\\b");
    }

    @Test
    void worthAndRunsADayAreOfTheSameVerdict() throws Exception {
        Document page = ReportTest.parse(Files.readString(
                HtmlReport.write(day.view(), day.inputs().build(), folder).report()));
        Matcher pace = Pattern.compile(
                        "(?s)Worth: ([\\d.]+) h of accelerator time a week\\..*Pace: ([\\d,]+) runs a day before, ([\\d,]+)"
                                + " after, .*\\(([\\d.]+) s before, ([\\d.]+) s after\\)")
                .matcher(article(page, "change-h1").getTextContent());
        assertThat(pace.find()).isTrue();
        double[] figures = IntStream.rangeClosed(1, 5)
                .mapToDouble(i -> Double.parseDouble(pace.group(i).replace(",", "")))
                .toArray();
        assertThat(figures[2] / figures[1]).isCloseTo(1 / .729, within(.01));
        assertThat(figures[1] * figures[3]).isCloseTo(86_400, within(300.0));
        assertThat(figures[2] * figures[4]).isCloseTo(86_400, within(300.0));
        assertThat(figures[0]).isCloseTo(7_000 * 4 * (figures[3] - figures[4]) / 3_600, within(.1));
    }
}
