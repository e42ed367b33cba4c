package dev.amdahl.core.internal.report.picture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Contrast of text by WCAG 2.2, 1.4.3. */
final class StyleTest {
    private static final double MIN = 4.5;
    private static final String DARK = "@media screen and (prefers-color-scheme:dark)";

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void textOfThePageStandsOut(boolean isDark) {
        Map<String, String> colours = read(Style.PAGE, isDark, "--(\\w+):(#\\w+)");
        for (String text : List.of("ink", "soft", "red", "win")) {
            for (String back : List.of("paper", "back", "code")) {
                assertContrast(colours, text, back);
            }
        }
        assertContrast(colours, "plus", "plusback");
        assertContrast(colours, "minus", "minusback");
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
        double first = luminance(one);
        double second = luminance(other);
        return (Math.max(first, second) + .05) / (Math.min(first, second) + .05);
    }

    private static double luminance(String colour) {
        String hex = colour.length() == 4 ? colour.replaceAll("([0-9a-fA-F])", "$1$1") : colour;
        int rgb = Integer.parseInt(hex.substring(1), 16);
        return .2126 * linear(rgb >> 16) + .7152 * linear(rgb >> 8 & 255) + .0722 * linear(rgb & 255);
    }

    private static double linear(int value) {
        double share = value / 255.0;
        return share <= .04045 ? share / 12.92 : Math.pow((share + .055) / 1.055, 2.4);
    }
}
