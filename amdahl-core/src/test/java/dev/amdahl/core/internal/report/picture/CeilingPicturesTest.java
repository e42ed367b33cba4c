package dev.amdahl.core.internal.report.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.amdahl.core.internal.report.picture.WastePicture.Bar;
import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Diagnosis;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

/** Pictures of what a diagnosis says: seconds, Amdahl's curve, the ladder, and the ranking of jobs. */
final class CeilingPicturesTest {
    /** Kernels are half of the accelerator time and 40 % of the wall. */
    private static final Diagnosis DIAGNOSIS = new Diagnosis(
            "job",
            List.of(
                    new Account(Bottleneck.PRODUCTIVE, 30, 120),
                    new Account(Bottleneck.MEMORY_BOUND, 10, 40),
                    new Account(Bottleneck.INPUT_STARVATION, 25, 100),
                    new Account(Bottleneck.LAUNCH_BOUND, 10, 40),
                    new Account(Bottleneck.UNATTRIBUTED, 5, 20),
                    new Account(Bottleneck.QUEUE_WAIT, 20, 0)),
            160,
            Map.of(),
            List.of("e"),
            List.of());

    @Test
    void barsOfSecondsAddUpToTheWholeInBothViews() {
        Drawing drawing = Drawing.of(AccountsPicture.draw(DIAGNOSIS));
        double held = 0;
        double wall = 0;
        for (Account account : DIAGNOSIS.accounts()) {
            for (Element bar : drawing.all("rect", Picture.colour(account.bottleneck()))) {
                if (bar.hasAttribute("y")) {
                    boolean isWall = Drawing.at(bar, "y") < 40;
                    double share = isWall ? account.wallSeconds() / 100 : account.acceleratorSeconds() / 320;
                    assertThat(Drawing.at(bar, "width")).isCloseTo(100 * share, within(.01));
                    wall += isWall ? Drawing.at(bar, "width") : 0;
                    held += isWall ? 0 : Drawing.at(bar, "width");
                }
            }
        }
        assertThat(wall).isCloseTo(100, within(.03));
        assertThat(held).isCloseTo(100, within(.03));
    }

    @Test
    void theCurvePassesThroughItsMarkedPoints() {
        Drawing drawing = Drawing.of(AmdahlPicture.draw(DIAGNOSIS));
        List<Element> pieces = drawing.all("line", "curve").stream()
                .filter(line -> line.getAttribute("class").equals("curve"))
                .toList();
        List<Element> marks = drawing.all("circle", "pt-first").stream()
                .filter(mark -> mark.getElementsByTagName("title").getLength() > 0)
                .toList();

        assertThat(marks)
                .extracting(Drawing::title)
                .containsExactly(
                        "accelerator-hours, today: 1.00x",
                        "accelerator-hours, 2x compute: 1.33x",
                        "accelerator-hours, infinite compute: 2.00x");
        assertThat(marks)
                .allSatisfy(mark -> assertThat(pieces).anySatisfy(piece -> {
                    String side = Drawing.at(mark, "cx") < 50 ? "1" : "2";
                    assertThat(Drawing.at(piece, "x" + side)).isCloseTo(Drawing.at(mark, "cx"), within(.02));
                    assertThat(Drawing.at(piece, "y" + side)).isCloseTo(Drawing.at(mark, "cy"), within(.11));
                }));
        double today = Drawing.at(marks.get(0), "cy");
        double twice = Drawing.at(marks.get(1), "cy");
        double infinite = Drawing.at(marks.get(2), "cy");
        assertThat((today - twice) / (today - infinite)).isCloseTo(1 / 3.0, within(.002));
        assertThat(drawing.text()).contains("In the wall: today 1.00x, 2x compute 1.25x, infinite compute 1.67x.");
        for (int i = 1; i < pieces.size(); i++) {
            assertThat(Drawing.at(pieces.get(i), "x1")).isEqualTo(Drawing.at(pieces.get(i - 1), "x2"));
            assertThat(Drawing.at(pieces.get(i), "y1")).isEqualTo(Drawing.at(pieces.get(i - 1), "y2"));
        }
    }

    @Test
    void aJobThatOnlyComputesHasACurveThatLeavesThePicture() {
        Diagnosis busy = new Diagnosis(
                "job", List.of(new Account(Bottleneck.PRODUCTIVE, 1, 1)), 0, Map.of(), List.of("e"), List.of());
        assertThat(Drawing.of(AmdahlPicture.draw(busy)).text()).contains("infinite compute >999x");
        assertThat(Drawing.of(LadderPicture.draw(busy)).all("rect", "track")).hasSize(1);
    }

    @Test
    void rungsOfTheLadderAreWhatIsLeft() {
        Drawing drawing = Drawing.of(LadderPicture.draw(DIAGNOSIS));
        List<Double> left = drawing.all("rect", "left").stream()
                .filter(bar -> !bar.getAttribute("y").isEmpty())
                .map(bar -> Drawing.at(bar, "width"))
                .toList();
        assertThat(left.get(0)).isEqualTo(100);
        assertThat(left.get(1)).isCloseTo(100 * 220 / 320.0, within(.01));
        assertThat(left).isSortedAccordingTo(Comparator.reverseOrder());
        Element removed = drawing.all("rect", "k-input-starvation").get(0);
        assertThat(Drawing.at(removed, "x")).isCloseTo(left.get(1), within(.01));
        assertThat(Drawing.at(removed, "x") + Drawing.at(removed, "width")).isCloseTo(100, within(.02));
        assertThat(drawing.text()).contains("without waiting for input data: ", "69 % · 1.45x, wall 1.33x");
    }

    @Test
    void barsOfWasteAreAsLongAsTheirHours() {
        Drawing drawing = Drawing.of(WastePicture.draw(
                "waste",
                List.of(
                        new Bar("a", 40, "100 USD", Map.of(Bottleneck.SYNC_STALL, 30.0, Bottleneck.WARMUP, 10.0)),
                        new Bar("b", 8, "", Map.of(Bottleneck.WARMUP, 8.0))),
                name -> Optional.of("#of-" + name).filter(place -> name.equals("b"))));
        List<Element> sync = drawing.all("rect", "k-sync-stall");
        List<Element> warm = drawing.all("rect", "k-warmup");
        assertThat(Drawing.at(sync.get(0), "width")).isEqualTo(75);
        assertThat(Drawing.at(warm.get(0), "x")).isEqualTo(75);
        assertThat(Drawing.at(warm.get(0), "width")).isEqualTo(25);
        assertThat(Drawing.at(warm.get(1), "width")).isEqualTo(20);
        assertThat(drawing.text())
                .contains(
                        "1. a",
                        "40.0 h · 100 USD",
                        "2. b",
                        "8.00 h",
                        "20 h",
                        "waiting for the host to read results 30.0 h",
                        "starting up 18.0 h");
        assertThat(drawing.all("a", "")).hasSize(1).allSatisfy(link -> {
            assertThat(link.getAttribute("href")).isEqualTo("#of-b");
            assertThat(link.getTextContent()).isEqualTo("2. b");
        });
    }
}
