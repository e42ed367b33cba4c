package dev.amdahl.core.internal.report.picture;

/**
 * Style sheets. Colours of the classes follow Okabe and Ito (2008) and Tol (2021), so that they stay apart for colour-blind
 * readers; states are told by place and words as well as by colour. Text has a contrast of at least 4.5 to 1 on what it stands on,
 * in the light and in the dark. They hold no character that markup would escape.
 */
public final class Style {
    /** For drawings, in the page and alone. */
    public static final String PICTURE = """
            .t{font:12px system-ui,-apple-system,Segoe UI,DejaVu Sans,sans-serif;fill:#1c2430}
            .s{font-size:11px;fill:#56616f}.e{text-anchor:end}.m{text-anchor:middle}
            .paper{fill:#fff}
            .axis{stroke:#8a94a3;stroke-width:1}.grid{stroke:#e3e7ec;stroke-width:1}.zero{stroke:#1c2430;stroke-width:1}
            .bar{stroke:#0072B2;stroke-width:1.5;stroke-dasharray:5 3}.bar2{stroke:#117733}.mpe{fill:#e3e7ec}.track{fill:#eef1f5}
            .idle{fill:#b9c0ca}.low{fill:#56B4E9}.high{fill:#0072B2}
            .ph-held{fill:#cfd5dd}.ph-run{fill:#5f6b78}.ph-after{fill:#a9b1bc}
            .iv{stroke-width:2.5;fill:none}.iv-win{stroke:#0072B2}.iv-bad{stroke:#D55E00}.iv-none{stroke:#6b7685}
            .pt-win{fill:#0072B2}.pt-bad{fill:#D55E00}.pt-none{fill:#6b7685}
            .bf{fill:#0072B2}.vf{fill:#fff;stroke:#0072B2;stroke-width:2}.out{fill:none;stroke:#8a94a3;stroke-width:1.5}
            .eline{fill:none;stroke:#0072B2;stroke-width:2;stroke-linecap:round}.eline2{stroke:#117733}
            .curve{stroke:#0072B2;stroke-width:2;stroke-linecap:round}.curve2{stroke:#D55E00}
            .confirmed{fill:#117733}.v-win{fill:#0072B2}.v-none{fill:#b9c0ca}.v-refuted{fill:#D55E00}.v-screened{fill:#DDCC77}.v-failed{fill:#882255}
            .k-productive{fill:#0072B2}.k-compute-bound{fill:#3b7fb0}.k-memory-bound{fill:#5a9bc4}
            .k-kernel-inefficient{fill:#44AA99}.k-under-batched{fill:#66c2b5}.k-redundant-work{fill:#999933}
            .k-throttled{fill:#7a1f1f}.k-failure-rework{fill:#661100}
            .k-input-starvation{fill:#E69F00}.k-transfer-bound{fill:#b8860b}.k-checkpoint-stall{fill:#882255}
            .k-periodic-side-work{fill:#AA4499}.k-sync-stall{fill:#CC79A7}.k-launch-bound{fill:#009E73}
            .k-host-serial{fill:#DDCC77}.k-host-contention{fill:#D55E00}.k-comm-exposed{fill:#56B4E9}
            .k-straggler-skew{fill:#332288}.k-pipeline-bubble{fill:#88CCEE}.k-queue-wait{fill:#dfe3e8}
            .k-provisioning{fill:#c3cad3}.k-warmup{fill:#98a2ae}.k-tail-drain{fill:#6b7685}.k-idle-after-finish{fill:#4c5666}
            .k-over-allocation,.k-memory-capacity,.k-serving-interference{fill:#98a2ae}
            .k-unattributed,.k-not-recorded{fill:#fff;stroke:#8a94a3;stroke-dasharray:2 2}.lane .k-unattributed,.lane .k-not-recorded{fill:#eef1f5;stroke:none}
            @media screen and (prefers-color-scheme:dark){.t{fill:#e6e9ee}.s{fill:#a3adba}.paper{fill:#1a2027}
            .grid{stroke:#2c343e}.zero{stroke:#e6e9ee}.mpe{fill:#333d48}.track{fill:#232a32}.idle{fill:#566170}
            .v-none{fill:#566170}.v-win{fill:#56B4E9}.confirmed{fill:#5cc27d}
            .high{fill:#2f9be0}.bf{fill:#56B4E9}.vf{fill:#1a2027;stroke:#56B4E9}.iv-win{stroke:#56B4E9}.pt-win{fill:#56B4E9}
            .iv-none{stroke:#8a94a3}.pt-none{fill:#8a94a3}.eline,.curve,.bar{stroke:#56B4E9}.eline2,.bar2{stroke:#5cc27d}.curve2{stroke:#ff9a4d}
            .k-unattributed,.k-not-recorded{fill:#1a2027}.lane .k-unattributed,.lane .k-not-recorded{fill:#232a32}
            .k-straggler-skew{fill:#8877dd}.k-checkpoint-stall,.v-failed{fill:#b8527f}.k-productive{fill:#2f9be0}
            .ph-held{fill:#3a4450}.ph-run{fill:#8b96a4}.ph-after{fill:#566170}.k-queue-wait{fill:#3a434e}}
            """;

    /** For the page around them. */
    public static final String PAGE = """
            :root{color-scheme:light dark;--ink:#1c2430;--soft:#56616f;--line:#dde2e8;--paper:#fff;--back:#f4f6f8;
            --red:#b3261e;--win:#005a8f;--code:#eef1f5;--plus:#0f5c2a;--plusback:#e3f4e8;--minus:#9b1c1c;--minusback:#fdeaea}
            @media screen and (prefers-color-scheme:dark){:root{--ink:#e6e9ee;--soft:#a3adba;--line:#333d48;--paper:#1a2027;
            --back:#12161a;--red:#ff8a80;--win:#7cc4f5;--code:#242c35;--plus:#7ee2a0;--plusback:#16301f;--minus:#ffa9a1;--minusback:#3a1f20}}
            *{box-sizing:border-box}
            body{margin:0;background:var(--back);color:var(--ink);
            font:14px/1.45 system-ui,-apple-system,Segoe UI,DejaVu Sans,sans-serif}
            main,.head{max-width:1180px;margin:0 auto;padding:20px 20px 60px}.head{padding-bottom:0}.head~main{padding-top:0}
            h1{font-size:26px;line-height:1.25;margin:4px 0}h2{font-size:19px;margin:36px 0 10px}
            h3{font-size:15px;line-height:1.35;margin:0 0 2px}h4{font-size:13px;margin:18px 0 6px}
            p{margin:4px 0}.soft{color:var(--soft)}.red{color:var(--red);font-weight:600}
            nav{display:flex;flex-wrap:wrap;gap:4px 18px;margin:12px 0}nav a{padding:3px 0}a{color:var(--win)}a:focus-visible,summary:focus-visible{outline:2px solid var(--win);outline-offset:2px}
            .card{background:var(--paper);border:1px solid var(--line);border-radius:8px;padding:14px 16px;margin:0 0 14px}
            .cards{display:grid;grid-template-columns:repeat(4,minmax(0,1fr));gap:12px;margin:16px 0}.cards .card{margin:0}
            .big{font-size:22px;font-weight:650;line-height:1.25}.name{font-size:13px;font-weight:600}
            table{border-collapse:collapse;width:100%}th{text-align:left;font-size:12px;color:var(--soft);font-weight:600}
            th,td{padding:4px 10px 4px 0;vertical-align:top}thead th{border-bottom:1px solid var(--line);vertical-align:bottom}
            th.n,.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
            .row td{border-top:1px solid var(--line)}.wide{overflow-x:auto}.nowrap{white-space:nowrap}.break{overflow-wrap:anywhere}td.break{min-width:9em}td[dir],h3[dir],p[dir],li[dir]{text-align:left}li[dir]:dir(rtl){list-style-position:inside}
            code,pre{font:12px/1.45 ui-monospace,DejaVu Sans Mono,monospace;background:var(--code);border-radius:4px}
            code{padding:1px 4px;overflow-wrap:anywhere}pre{padding:8px;overflow:auto;margin:4px 0;max-height:420px}
            pre span{display:block;margin:0 -8px;padding:0 8px;min-width:max-content;unicode-bidi:plaintext}
            .plus{color:var(--plus);background:var(--plusback)}.minus{color:var(--minus);background:var(--minusback)}.hunk{color:var(--soft)}
            summary{cursor:pointer;color:var(--soft);font-size:13px;padding:3px 0}details[open] summary{margin-bottom:6px}
            .claim{display:grid;grid-template-columns:minmax(0,5fr) minmax(0,4fr) minmax(0,4fr);gap:4px 24px}.short{grid-template-columns:minmax(0,5fr) minmax(0,8fr)}
            .verdict{font-weight:650}.is-win .verdict{color:var(--win)}
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
            @media print{body{background:#fff;font-size:11px}main,.head{max-width:none;padding:0}nav{display:none}.card,figure{break-inside:avoid}
            section.card,article.card{break-inside:auto}.two{grid-template-columns:repeat(auto-fit,minmax(min(100%,240px),1fr))}h3~p{break-after:avoid}tr,.legend,summary{break-inside:avoid}summary{list-style:none;break-after:avoid}h2,h3,h4,figcaption{break-after:avoid}pre{max-height:none;white-space:pre-wrap}pre span{min-width:0;overflow-wrap:anywhere}.wide{overflow:visible}th.n{white-space:normal}
            details::details-content{content-visibility:visible;block-size:auto}*{print-color-adjust:exact}}
            """;

    private Style() {}
}
