package dev.amdahl.core.internal.report;

import java.util.List;

/** Texts that would do harm in a page, were they not data. */
public final class HostileTexts {
    private HostileTexts() {}

    public static List<String> all() {
        return List.of(
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
                "<svg/onload=alert(1)>",
                "' autofocus onfocus=alert(1) x='",
                "\" style=\"position:fixed",
                "</svg><script>alert(1)</script>",
                "</title><script>alert(1)</script>",
                "<iframe srcdoc=\"<script>alert(1)</script>\">",
                "<a href=\"javascript:alert(1)\">x</a>",
                "<math><mtext></mtext><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=alert(1)&gt;\">",
                "<base href=//example.org/>",
                "<meta http-equiv=refresh content=0>",
                "<form action=//example.org><input name=x>",
                "<foreignObject><body onload=alert(1)>",
                "<animate onbegin=alert(1) attributeName=x>",
                "<use href=\"data:image/svg+xml,x\"/>",
                "--><script>alert(1)</script><!--",
                "\\x3cscript\\x3ealert(1)",
                "＜script＞alert(1)＜/script＞",
                "<scr\u0000ipt>alert(1)</scr\u0000ipt>",
                "%3Cscript%3Ealert(1)%3C/script%3E",
                "<details open ontoggle=alert(1)>",
                "@@ -1 +1 @@\n-<b>\n+<script>alert(1)</script>");
    }
}
