package dev.amdahl.core.internal.report.picture;

import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Bottleneck.Kind;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Style sheets over the colours of {@link Colour}: states are told by place and words as well as by colour. Text has a contrast of at
 * least 4.5 to 1 on what it stands on, in the light and in the dark. They hold no character that markup would escape.
 */
public final class Style {
    private static final Pattern RULE = Pattern.compile("([^{}]+)\\{([^{}]*)}");
    private static final Pattern NAMED = Pattern.compile("\\$([a-z-]+)");

    /** The colours as variables of a page. */
    public static final String COLOURS = themed(Arrays.stream(Colour.values())
            .map(colour -> "--" + colour.style() + ":$" + colour.style())
            .collect(Collectors.joining(";", ":root{", "}\n")));

    /** For drawings, in the page and alone. */
    public static final String PICTURE = themed("""
            .t{font:12px system-ui,-apple-system,Segoe UI,DejaVu Sans,sans-serif;fill:$ink}a .t{fill:$link;text-decoration:underline}
            .s{font-size:11px;fill:$soft}.b{font-weight:600}.e{text-anchor:end}.m{text-anchor:middle}
            .paper{fill:$paper}
            .axis{stroke:$axis;stroke-width:1}.grid{stroke:$line;stroke-width:1}.zero{stroke:$ink;stroke-width:1}
            .bar{stroke:$first;stroke-width:1.5;stroke-dasharray:5 3}.bar2{stroke:$second}.mpe{fill:$band}.track{fill:$ground}
            .idle{fill:$idle}.low{fill:$low}.high{fill:$high}
            .ph-held{fill:$warmup}.ph-run{fill:$run}.ph-after{fill:$idle-after-finish}
            .iv{stroke-width:2.5;fill:none}.iv-win{stroke:$won}.iv-bad{stroke:$against}.iv-none{stroke:$undecided}.iv-first{stroke:$first}
            .pt-win{fill:$won}.pt-bad{fill:$against}.pt-none{fill:$undecided}.pt-first,.bf,.first{fill:$first}.pt-second,.second{fill:$second}
            .vf{fill:$paper;stroke:$first;stroke-width:2}.out{fill:none;stroke:$axis;stroke-width:1.5}
            .eline{fill:none;stroke:$first;stroke-width:2;stroke-linecap:round}.eline2{stroke:$second}
            .curve{stroke:$first;stroke-width:2;stroke-linecap:round}.curve2{stroke:$second}
            .v-win{fill:$won}.v-none{fill:$undecided}.v-refuted{fill:$against}.v-screened{fill:$screened}.v-failed{fill:$failed}
            .lost{fill:$lost}.left{fill:$remainder}.turn{fill:none;stroke:$axis;stroke-width:2}.tip{fill:$axis}.whole{overflow:visible}
            .st-waiting{fill:$undecided}.st-building{fill:$building}.st-between{fill:$between}.st-review{fill:$review}
            .k-unattributed,.k-not-recorded{fill:$paper;stroke:$axis;stroke-dasharray:2 2}.lane .k-unattributed,.lane .k-not-recorded{fill:$ground;stroke:none}
            """ + classes());

    /** For the page around them. */
    public static final String PAGE = ":root{color-scheme:light dark}\n" + COLOURS + """
            *{box-sizing:border-box}
            body{margin:0;background:var(--back);color:var(--ink);
            font:14px/1.45 system-ui,-apple-system,Segoe UI,DejaVu Sans,sans-serif}
            main,.head{max-width:1180px;margin:0 auto;padding:20px 20px 60px}.head{padding-bottom:0}.head~main{padding-top:0}
            h1{font-size:26px;line-height:1.25;margin:4px 0}h2{font-size:19px;margin:36px 0 10px}
            h3{font-size:15px;line-height:1.35;margin:0 0 2px}h4{font-size:13px;margin:18px 0 6px}
            p{margin:4px 0}.soft{color:var(--soft)}.red{color:var(--against);font-weight:600}
            nav{display:flex;flex-wrap:wrap;gap:4px 18px;margin:12px 0}nav a{padding:3px 0}a{color:var(--link)}a:focus-visible,summary:focus-visible{outline:2px solid var(--link);outline-offset:2px}
            .card{background:var(--paper);border:1px solid var(--line);border-radius:8px;padding:14px 16px;margin:0 0 14px}
            .cards{display:grid;grid-template-columns:repeat(4,minmax(0,1fr));gap:12px;margin:16px 0}.cards .card{margin:0}
            .big{font-size:22px;font-weight:650;line-height:1.25}.name{font-size:13px;font-weight:600}
            table{border-collapse:collapse;width:100%}th{text-align:left;font-size:12px;color:var(--soft);font-weight:600}
            th,td{padding:4px 10px 4px 0;vertical-align:top}thead th{border-bottom:1px solid var(--line);vertical-align:bottom}
            th.n,.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
            .row td{border-top:1px solid var(--line)}.wide{overflow-x:auto}.nowrap{white-space:nowrap}.break{overflow-wrap:anywhere}td.break{min-width:9em}td[dir],h3[dir],p[dir],li[dir]{text-align:left}li[dir]:dir(rtl){list-style-position:inside}
            code,pre{font:12px/1.45 ui-monospace,DejaVu Sans Mono,monospace;background:var(--ground);border-radius:4px}
            code{padding:1px 4px;overflow-wrap:anywhere}pre{padding:8px;overflow:auto;margin:4px 0;max-height:420px}
            pre span{display:block;margin:0 -8px;padding:0 8px;min-width:max-content;unicode-bidi:plaintext}
            .plus{color:var(--added);background:var(--added-ground)}.minus{color:var(--removed);background:var(--removed-ground)}.hunk{color:var(--soft)}
            summary{cursor:pointer;color:var(--soft);font-size:13px;padding:3px 0}details[open] summary{margin-bottom:6px}
            .claim{display:grid;grid-template-columns:minmax(0,5fr) minmax(0,4fr) minmax(0,4fr);gap:4px 24px}.short{grid-template-columns:minmax(0,5fr) minmax(0,8fr)}
            .verdict{font-weight:650}.is-win .verdict{color:var(--won)}
            .votes{font:600 15px/1.2 ui-monospace,DejaVu Sans Mono,monospace;letter-spacing:2px;white-space:nowrap}
            figure{margin:10px 0}figcaption{font-size:13px;font-weight:600;margin:0 0 6px}figure p{font-size:12px}
            svg.picture{display:block;overflow:visible}
            .legend{list-style:none;display:flex;flex-wrap:wrap;gap:2px 16px;margin:6px 0 0;padding:0;font-size:12px}
            .swatch{vertical-align:-1px;margin-right:6px}.legend circle{stroke-width:1.5}ul{margin:4px 0;padding-left:20px}
            .two{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,400px),1fr));gap:6px 36px}.two div,.two figure{min-width:0}
            @media(max-width:900px){.cards{grid-template-columns:repeat(2,minmax(0,1fr))}}@media(max-width:420px){.cards{grid-template-columns:minmax(0,1fr)}}
            @media(max-width:700px){th,td{padding-right:7px}td.break{min-width:5em}main,.head{padding:14px 12px 40px}.head{padding-bottom:0}.head~main{padding-top:0}.claim,.short{grid-template-columns:minmax(0,1fr)}h1{font-size:22px}.card{padding:12px}}
            @media(max-width:700px){.fold thead{display:none}.fold tr{display:flex;flex-wrap:wrap;gap:0 12px;padding:5px 0;border-bottom:1px solid var(--line)}
            .fold td{padding:0}.fold td.n{text-align:left}.fold td.n::before{content:attr(data-name);color:var(--soft);margin-right:4px}.fold td:last-child:not(.n){flex-basis:100%;color:var(--soft)}.fold .whole{flex-basis:100%}.fold td:empty{display:none}}
            @media print{body{background:var(--paper);font-size:11px}main,.head{max-width:none;padding:0}nav{display:none}.card,figure{break-inside:avoid}
            section.card,article.card{break-inside:auto}.two{grid-template-columns:repeat(auto-fit,minmax(min(100%,240px),1fr))}h3~p{break-after:avoid}tr,.legend,summary{break-inside:avoid}summary{list-style:none;break-after:avoid}h2,h3,h4,figcaption{break-after:avoid}pre{max-height:none;white-space:pre-wrap}pre span{min-width:0;overflow-wrap:anywhere}.wide{overflow:visible}th.n{white-space:normal}
            details::details-content{content-visibility:visible;block-size:auto}*{print-color-adjust:exact}}
            """;

    private Style() {}

    private static String classes() {
        return Arrays.stream(Bottleneck.values())
                        .filter(bottleneck -> bottleneck.kind() != Kind.UNKNOWN)
                        .map(bottleneck -> "." + Picture.colour(bottleneck) + "{fill:$"
                                + Colour.of(bottleneck).style() + "}")
                        .collect(Collectors.joining())
                + "\n";
    }

    /** Rules with the colours of a light page, and what a dark one sets otherwise. */
    private static String themed(String rules) {
        String dark = RULE.matcher(rules)
                .results()
                .map(rule -> rule.group(1) + "{" + darkened(rule.group(2)) + "}")
                .filter(rule -> !rule.endsWith("{}"))
                .collect(Collectors.joining());
        return coloured(rules, false) + "@media screen and (prefers-color-scheme:dark){" + dark + "}\n";
    }

    private static String darkened(String declarations) {
        return Arrays.stream(declarations.split(";", -1))
                .filter(one -> !coloured(one, true).equals(coloured(one, false)))
                .map(one -> coloured(one, true))
                .collect(Collectors.joining(";"));
    }

    private static String coloured(String text, boolean isDark) {
        return NAMED.matcher(text).replaceAll(found -> {
            Colour colour =
                    Colour.valueOf(found.group(1).toUpperCase(Locale.ROOT).replace('-', '_'));
            return Matcher.quoteReplacement(isDark ? colour.dark() : colour.light());
        });
    }
}
