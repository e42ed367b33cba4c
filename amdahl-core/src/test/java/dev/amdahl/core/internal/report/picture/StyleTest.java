package dev.amdahl.core.internal.report.picture;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.internal.report.trace.Shade;
import dev.amdahl.core.internal.timeline.analysis.IdleReason;
import dev.amdahl.core.internal.timeline.path.PathKind;
import dev.amdahl.spi.job.Activity;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One meaning a colour, and contrast of text by WCAG 2.2, 1.4.3. */
final class StyleTest {
    private static final double MIN = 4.5;
    private static final String DARK = "@media screen and (prefers-color-scheme:dark)";

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void textOfThePageStandsOut(boolean isDark) {
        Map<String, String> colours = read(Style.PAGE, isDark, "--([\\w-]+):(#\\w+)");
        for (String text : List.of("ink", "soft", "against", "won", "link")) {
            for (String back : List.of("paper", "back", "ground")) {
                assertContrast(colours, text, back);
            }
        }
        assertContrast(colours, "added", "added-ground");
        assertContrast(colours, "removed", "removed-ground");
        assertContrast(colours, "paper", "link");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void textOfPicturesStandsOut(boolean isDark) {
        Map<String, String> colours = read(Style.PICTURE, isDark, "\\.([\\w-]+)\\{(?:font[^}]*;)?fill:(#\\w+)");
        for (String text : List.of("t", "s")) {
            for (String back : List.of("paper", "mpe")) {
                assertContrast(colours, text, back);
            }
        }
    }

    @Test
    void nothingInItIsEscapedWhereBrowsersTakeItAsItStands() {
        assertThat(Style.PAGE + Style.PICTURE).doesNotContain("<", ">", "&", "\"", "'");
    }

    @Test
    void whatIsPrintedIsLight() {
        String all = Style.PAGE + Style.PICTURE;
        assertThat(all.split("prefers-color-scheme", -1)).hasSize(3);
        assertThat(all.replace(DARK, "")).doesNotContain("prefers-color-scheme");
    }

    @Test
    void eachColourHasOneMeaning() {
        assertThat(Colour.values())
                .extracting(Colour::light)
                .doesNotHaveDuplicates()
                .allMatch(StyleTest::isWritten);
        assertThat(Colour.values())
                .extracting(Colour::dark)
                .doesNotHaveDuplicates()
                .allMatch(StyleTest::isWritten);
    }

    private static boolean isWritten(String colour) {
        return colour.matches("#[0-9a-f]{6}");
    }

    /** WCAG 2.2, 1.4.11: lines and points that words beside them do not say again. */
    @Test
    void linesAndPointsStandOut() {
        for (Colour colour : List.of(
                Colour.AXIS,
                Colour.WON,
                Colour.AGAINST,
                Colour.UNDECIDED,
                Colour.FIRST,
                Colour.SECOND,
                Colour.LOST,
                Colour.FOCUS,
                Colour.LINK)) {
            assertThat(contrast(colour.light(), Colour.PAPER.light()))
                    .as("%s", colour)
                    .isGreaterThanOrEqualTo(3);
            assertThat(contrast(colour.dark(), Colour.PAPER.dark()))
                    .as("%s", colour)
                    .isGreaterThanOrEqualTo(3);
        }
    }

    @Test
    void namesInTheLanesOfATraceStandOut() {
        Stream.of(
                        Arrays.stream(Activity.values()).map(Shade::of),
                        Arrays.stream(IdleReason.values()).map(Shade::of),
                        Arrays.stream(PathKind.values()).map(Shade::of))
                .flatMap(shades -> shades)
                .map(Shade::colour)
                .forEach(colour -> assertThat(
                                contrast(colour.isDeep() ? Colour.PAPER.light() : Colour.INK.light(), colour.light()))
                        .as("%s", colour)
                        .isGreaterThanOrEqualTo(MIN));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"review/review.css", "review/review.js", "trace/page.css", "trace/page.js", "trace/page.html"})
    void noPageHasAColourOfItsOwn(String file) throws IOException {
        try (InputStream in = Style.class.getResourceAsStream("../" + file)) {
            assertThat(new String(in.readAllBytes(), UTF_8))
                    .doesNotContainPattern("#[0-9a-fA-F]{3,8}\\b|rgba?\\(|hsla?\\(");
        }
    }

    private static void assertContrast(Map<String, String> colours, String text, String back) {
        assertThat(colours).containsKeys(text, back);
        assertThat(contrast(colours.getOrDefault(text, ""), colours.getOrDefault(back, "")))
                .as("%s on %s: %s on %s", text, back, colours.get(text), colours.get(back))
                .isGreaterThanOrEqualTo(MIN);
    }

    private static Map<String, String> read(String style, boolean isDark, String pattern) {
        String rules = style.replace("\n", "");
        int dark = rules.indexOf(DARK);
        Map<String, String> colours = new HashMap<>();
        Matcher light = Pattern.compile(pattern).matcher(rules.substring(0, dark));
        while (light.find()) {
            colours.put(light.group(1), light.group(2));
        }
        if (isDark) {
            Matcher other = Pattern.compile(pattern).matcher(rules.substring(dark, rules.indexOf("}}", dark)));
            while (other.find()) {
                colours.put(other.group(1), other.group(2));
            }
        }
        return colours;
    }

    private static double contrast(String one, String other) {
        double first = Colour.luminance(one);
        double second = Colour.luminance(other);
        return (Math.max(first, second) + .05) / (Math.min(first, second) + .05);
    }
}
