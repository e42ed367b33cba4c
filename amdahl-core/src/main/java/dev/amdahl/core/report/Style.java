package dev.amdahl.core.report;

/**
 * Style sheets. Colours of the classes follow Okabe and Ito (2008) and Tol (2021), so that they stay apart for colour-blind
 * readers; states are told by height as well as by colour. Stateless.
 */
public final class Style {
    /** For drawings, in the page and alone. */
    public static final String PICTURE = """
            .t{font:12px system-ui,-apple-system,Segoe UI,DejaVu Sans,sans-serif;fill:#1c2430}
            .s{font-size:11px;fill:#5a6575}.e{text-anchor:end}.m{text-anchor:middle}.b{font-weight:600}
            .w{fill:#fff;font-size:11px}.d{fill:#1c2430;font-size:11px}.paper{fill:#fff}
            .axis{stroke:#8a94a3;stroke-width:1}.grid{stroke:#e3e7ec;stroke-width:1}.zero{stroke:#1c2430;stroke-width:1}
            .bar{stroke:#D55E00;stroke-width:1;stroke-dasharray:4 3}.mpe{fill:#e3e7ec}.track{fill:#f3f5f8}
            .idle{fill:#b9c0ca}.low{fill:#56B4E9}.high{fill:#0072B2}
            .ph-held{fill:#cfd5dd}.ph-run{fill:#7b8794}.ph-after{fill:#a9b1bc}
            .iv{stroke-width:2;fill:none}.iv-win{stroke:#0072B2}.iv-bad{stroke:#D55E00}.iv-none{stroke:#7b8794}
            .pt-win{fill:#0072B2}.pt-bad{fill:#D55E00}.pt-none{fill:#7b8794}
            .bf{fill:#0072B2}.vf{fill:#fff;stroke:#0072B2;stroke-width:2}.out{fill:none;stroke:#8a94a3;stroke-width:1.5}
            .eline{fill:none;stroke:#D55E00;stroke-width:2}
            .k-productive{fill:#0072B2}.k-compute-bound{fill:#3b7fb0}.k-memory-bound{fill:#5a9bc4}
            .k-kernel-inefficient{fill:#44AA99}.k-under-batched{fill:#66c2b5}.k-redundant-work{fill:#999933}
            .k-throttled{fill:#7a1f1f}.k-failure-rework{fill:#661100}
            .k-input-starvation{fill:#E69F00}.k-transfer-bound{fill:#b8860b}.k-checkpoint-stall{fill:#882255}
            .k-periodic-side-work{fill:#AA4499}.k-sync-stall{fill:#CC79A7}.k-launch-bound{fill:#009E73}
            .k-host-serial{fill:#DDCC77}.k-host-contention{fill:#D55E00}.k-comm-exposed{fill:#56B4E9}
            .k-straggler-skew{fill:#332288}.k-pipeline-bubble{fill:#88CCEE}.k-queue-wait{fill:#dfe3e8}
            .k-provisioning{fill:#c3cad3}.k-warmup{fill:#98a2ae}.k-tail-drain{fill:#6b7685}.k-idle-after-finish{fill:#4c5666}
            .k-over-allocation,.k-memory-capacity,.k-serving-interference{fill:#98a2ae}
            .k-unattributed{fill:#fff;stroke:#8a94a3;stroke-dasharray:2 2}
            @media(prefers-color-scheme:dark){.t{fill:#e6e9ee}.s{fill:#a3adba}.d{fill:#14181d}.w{fill:#fff}.paper{fill:#1a2027}
            .grid{stroke:#2c343e}.zero{stroke:#e6e9ee}.mpe{fill:#333d48}.track{fill:#232a32}.idle{fill:#566170}
            .high{fill:#2f9be0}.bf{fill:#56B4E9}.vf{fill:#1a2027;stroke:#56B4E9}.iv-win{stroke:#56B4E9}.pt-win{fill:#56B4E9}
            .k-unattributed{fill:#1a2027}.k-straggler-skew{fill:#8877dd}.k-checkpoint-stall{fill:#b8527f}
            .ph-held{fill:#4a5462}.ph-run{fill:#8b96a4}.ph-after{fill:#667180}}
            """;

    /** For the page around them. */
    public static final String PAGE = """
            :root{color-scheme:light dark;--ink:#1c2430;--soft:#5a6575;--line:#dde2e8;--paper:#fff;--back:#f4f6f8;
            --red:#b3261e;--win:#005a8f;--code:#eef1f5}
            @media(prefers-color-scheme:dark){:root{--ink:#e6e9ee;--soft:#a3adba;--line:#333d48;--paper:#1a2027;
            --back:#12161a;--red:#ff8a80;--win:#7cc4f5;--code:#242c35}}
            *{box-sizing:border-box}
            body{margin:0;background:var(--back);color:var(--ink);
            font:14px/1.45 system-ui,-apple-system,Segoe UI,DejaVu Sans,sans-serif}
            main{max-width:1180px;margin:0 auto;padding:20px 20px 60px}
            h1{font-size:26px;line-height:1.25;margin:4px 0}h2{font-size:18px;margin:34px 0 10px}h3{font-size:16px;margin:0 0 4px}
            h4{font-size:13px;margin:14px 0 4px}p{margin:4px 0}.soft{color:var(--soft)}.red{color:var(--red);font-weight:600}
            .card{background:var(--paper);border:1px solid var(--line);border-radius:8px;padding:14px 16px;margin:0 0 14px}
            .cards{display:grid;grid-template-columns:repeat(4,1fr);gap:12px;margin:16px 0}.cards .card{margin:0}
            .big{font-size:22px;font-weight:650;line-height:1.2;white-space:nowrap}.name{font-size:13px;font-weight:600}
            table{border-collapse:collapse;width:100%}th{text-align:left;font-size:12px;color:var(--soft);font-weight:600}
            th,td{padding:7px 8px;vertical-align:top}thead th{border-bottom:1px solid var(--line);vertical-align:bottom}
            .row td{border-top:1px solid var(--line)}.wider{min-width:200px}.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
            .nowrap{white-space:nowrap}.break{overflow-wrap:break-word}.plain td,.plain th{padding:3px 8px}
            code,pre{font:12px/1.4 ui-monospace,DejaVu Sans Mono,monospace;background:var(--code);border-radius:4px}
            code{padding:1px 4px;overflow-wrap:anywhere}pre{padding:8px;overflow-x:auto;margin:4px 0;max-height:340px}
            details summary{cursor:pointer;color:var(--soft);font-size:12px}details[open] summary{margin-bottom:8px}
            .evidence td{padding-top:0}.verdict{font-weight:650}.is-win .verdict{color:var(--win)}
            .votes{font:600 15px/1.2 ui-monospace,DejaVu Sans Mono,monospace;letter-spacing:2px;white-space:nowrap}
            .swatch{display:inline-block;width:11px;height:11px;vertical-align:-1px;margin-right:6px}
            .swatch svg{display:block;width:11px;height:11px}svg{max-width:100%;height:auto;display:block}ul{margin:4px 0;padding-left:20px}
            .two{display:grid;grid-template-columns:1fr 1fr;gap:18px}
            @media(max-width:900px){.cards,.two{grid-template-columns:1fr}.wide{overflow-x:auto}}
            @media print{body{background:#fff}main{max-width:none;padding:0}.card{break-inside:avoid}}
            """;

    private Style() {}
}
