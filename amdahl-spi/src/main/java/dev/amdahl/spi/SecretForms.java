package dev.amdahl.spi;

import java.util.List;
import java.util.regex.Pattern;

/** The forms of secrets, as their issuers document them, and the places where they occur. */
final class SecretForms {
    private static final String START = "(?<![A-Za-z0-9])";
    private static final String QUOTE = "\\\\?[\"']?";
    private static final String GIVEN = QUOTE + "\\s{0,3}[:=\uff1a\uff1d]\\s{0,3}" + QUOTE;
    private static final String NAMES =
            "(?:p(?:ass(?:word|wd|phrase)|rivate[_-]?key)|s(?:ecret|igning[_-]?key)|token(?!i[sz])"
                    + "|c(?:redential|lient[_-]?key)|a(?:pi|ccess|ccount|uth)[_-]?key|encryption[_-]?key|master[_-]?key|license[_-]?key)";
    /** Cheap to see, and before every token that begins with a word of its issuer. */
    private static final String ISSUER = "(?=[A-Za-z0-9]{1,14}[_./-]|AIza|dapi|SK[0-9a-f]|AT[AC]TT)";
    /** What a program computes, or a word that says that there is none. */
    private static final String NO_VALUE =
            "(?!\\[redacted |\\d+(?:\\.\\d+)?(?![\\w-])|(?i:none|null|true|false|nil|undefined"
                    + "|disabled|enabled|required|optional|missing|empty)\\b|[A-Za-z_][\\w.]{0,80}[(\\[]|[a-z_]{1,40}\\.[a-z_][a-z_.]{0,80}(?![\\w.@-]))";

    /** A value in prose: a word has no digit, no sign and no capital letter within. */
    private static final String UNLIKE_A_WORD = "(?=[^\\s\"',;]{0,200}?(?:\\d|[!@#$%^&*?+=~]|(?-i:[a-z][A-Z])))";

    /**
     * One of them. Each text of it holds one of the words, in small or capital letters: looking for those first is what makes it fast.
     *
     * @param what how the finding is called
     * @param group the secret within what the pattern finds
     */
    record Form(String what, List<String> words, Pattern pattern, int group) {
        private static Form of(String what, String words, String pattern) {
            return new Form(what, List.of(words.split(" ", -1)), Pattern.compile(pattern), 0);
        }

        private static Form place(String words, String pattern) {
            return new Form("secret", List.of(words.split(" ", -1)), Pattern.compile(pattern), 1);
        }

        /** Returns whether a text in small letters may hold one. */
        boolean isPossible(String small) {
            for (String word : words) {
                if (small.contains(word)) {
                    return true;
                }
            }
            return false;
        }
    }

    static final List<Form> ALL = List.of(
            Form.of(
                    "private key",
                    "private age-secret-key",
                    "-----BEGIN [A-Z ]{0,20}PRIVATE KEY(?: BLOCK)?-----(?:(?:(?!-----BEGIN )(?s:.)){0,20000}?"
                            + "-----END [A-Z ]{0,20}PRIVATE KEY(?: BLOCK)?-----|(?:[\\w+/=\\s\\\\:,.]|-(?!----)){0,20000}+)"
                            + "|Private-Lines: \\d{1,3}\\s{1,4}(?:[\\w+/]{16,76}={0,2}\\s{0,4}){1,400}"
                            + "|(?m:^)(?:[\\w+/=]{16,80}\\s{1,4}){1,400}+(?:[\\w+/=]{1,15}\\s{1,4})?-----END [A-Z ]{0,20}PRIVATE KEY(?: BLOCK)?-----"
                            + "|AGE-SECRET-KEY-1[A-Z0-9]{58}"),
            Form.of(
                    "AWS key",
                    "akia asia aida aroa abia acca",
                    START + "(?:AKIA|ASIA|AIDA|AROA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])"
                            + "(?:\\W{1,10}[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=]))?"),
            Form.of(
                    "GitHub token",
                    "ghp_ gho_ ghu_ ghs_ ghr_ github_pat_",
                    START + "(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{22,120})"),
            Form.of(
                    "token",
                    "gl xox xapp- aiza ya29. gocspx- 1//0 k_live_ k_test_ whsec_ hf_ nvapi- r8_ gsk_ xai- pplx- npm_ pypi- rubygems_ dckr_ _v1_ dapi hv .atlasv1. sntry nrak- sg. sk key- shp sq0 tt3 lin_ ntn_ secret_ pmak- pscale_ sbp_ dp. :aa q~",
                    START
                            + ISSUER
                            + String.join(
                                    "|",
                                    "(?:gl(?:pat|rt|cbt|dt|ft|soat|ptt|imt|agent|oas|ffct)-[\\w.-]{20,120}",
                                    "xox[a-z]-[\\w-]{10,120}",
                                    "xapp-[\\w-]{20,200}",
                                    "AIza[\\w-]{35}",
                                    "ya29\\.[\\w-]{20,1000}",
                                    "GOCSPX-[\\w-]{20,60}",
                                    "1//0[\\w-]{30,200}",
                                    "sk-[\\w-]{20,200}",
                                    "[srp]k_(?:live|test)_[A-Za-z0-9]{10,200}",
                                    "whsec_[A-Za-z0-9+/=]{20,80}",
                                    "hf_[A-Za-z0-9]{30,60}",
                                    "nvapi-[\\w-]{40,100}",
                                    "r8_[A-Za-z0-9]{30,50}",
                                    "gsk_[A-Za-z0-9]{40,80}",
                                    "xai-[A-Za-z0-9]{60,100}",
                                    "pplx-[A-Za-z0-9]{40,80}",
                                    "npm_[A-Za-z0-9]{36}",
                                    "pypi-[\\w-]{40,400}",
                                    "rubygems_[0-9a-f]{48}",
                                    "dckr_[po]at_[\\w-]{20,60}",
                                    "do[opr]_v1_[0-9a-f]{64}",
                                    "dapi[0-9a-f]{32}(?:-\\d)?(?![\\w-])",
                                    "hv[sbr]\\.[\\w-]{20,400}",
                                    "[A-Za-z0-9]{14}\\.atlasv1\\.[\\w-]{50,90}",
                                    "gl(?:sa_[A-Za-z0-9]{32}_[0-9a-f]{8}|c_[A-Za-z0-9+/]{32,400}={0,2})",
                                    "sntry[su]_[\\w=+/-]{40,400}",
                                    "NRAK-[A-Z0-9]{27}",
                                    "SG\\.[\\w-]{16,40}\\.[\\w-]{30,60}",
                                    "SK[0-9a-f]{32}(?![0-9a-f])",
                                    "key-[0-9a-f]{32}(?![0-9a-f])",
                                    "shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}",
                                    "sq0(?:atp|csp|idp)-[\\w-]{22,60}",
                                    "AT[AC]TT3[\\w=-]{30,400}",
                                    "lin_(?:api|oauth)_[A-Za-z0-9]{30,80}",
                                    "ntn_[A-Za-z0-9]{40,60}",
                                    "secret_[A-Za-z0-9]{43}",
                                    "PMAK-[0-9a-f]{24}-[0-9a-f]{34}",
                                    "pscale_(?:tkn|pw|oauth)_[\\w.=-]{32,64}",
                                    "sbp_[0-9a-f]{40}",
                                    "dp\\.(?:pt|st|ct|sa|scim|audit)\\.[\\w.-]{40,80})")
                            + "|(?<!\\d)\\d{8,10}:AA[\\w-]{32,34}|(?<=\\d)Q~[\\w~.-]{31,34}"),
            Form.of("JWT", "eyj", START + "eyJ[\\w-]{8,4000}\\.[\\w-]{8,4000}\\.[\\w-]{8,1000}"),
            Form.place("://", "(?i)\\b[a-z][a-z0-9+.-]{1,20}://[^\\s/:@\"']{0,100}:([^\\s@/\"']{1,200})@"),
            Form.place(
                    "sig signature key code",
                    "(?i)[?&](?:sig|signature|x-(?:amz|goog)-signature|key|code)=([\\w%.~+/-]{16,500})"),
            Form.place("hooks.slack.com/", "(?i)\\bhooks\\.slack\\.com/[a-z]{1,12}/([\\w/+-]{20,200})"),
            Form.place(
                    "webhooks/",
                    "(?i)\\bdiscord(?:app)?\\.com/api/(?:v\\d{1,2}/)?webhooks/\\d{10,25}/([\\w-]{30,120})"),
            Form.place(
                    "authorization",
                    "(?i)\\bauthorization\\\\?[\"']?\\s{0,4}[:=]\\s{0,4}\\\\?[\"']?(?![a-z]{3,10}\\s{1,4}\\[redacted )(?:[a-z]{3,10}\\s{1,4})?([\\w.~+/=-]{6,2000})"),
            Form.place("bearer", "(?i)\\bbearer\\s{1,4}(?=[\\w.~+/-]{0,40}\\d)([\\w.~+/=-]{16,2000})"),
            Form.place("cookie", "(?i)\\bcookie" + GIVEN + "([\\w.-]{1,60}=[^\\r\\n\"']{6,4000})"),
            Form.place("aws", "(?i)\\baws.{0,30}?[\"'=:\\s]([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])"),
            Form.place(
                    "passw passphrase key secret token credential",
                    "(?i)" + NAMES + "[\\w-]{0,20}(?:" + GIVEN + "|\\s{1,2})"
                            + "(?<=[:=\uff1a\uff1d]\\s{0,3}\\\\?[\"']?|(?i:--[\\w-]{0,40})\\s{1,2})"
                            + "(" + NO_VALUE + "[^\\s\"',;&}\\])]{6,400}(?<!\\\\))"),
            Form.place(
                    "pass",
                    "(?i)pass(?:word|wd|phrase)" + GIVEN + "(" + NO_VALUE + "[^\\s\"',;&}\\])]{4,400}(?<!\\\\))"),
            Form.place(
                    "pass",
                    "(?i)pass(?:word|wd|phrase)\\\\?[\"']?\\s{0,3}[:=]\\s{0,3}\\\\?\"((?!\\[redacted )[^\"\\n]{4,200}(?<!\\\\))\\\\?\""),
            Form.place(
                    "pass",
                    "(?<![A-Za-z0-9])(?:[A-Z0-9_]{0,40}_)?PASS" + GIVEN + "(" + NO_VALUE
                            + "[^\\s\"',;&}\\])]{4,400}(?<!\\\\))"),
            Form.place("pwd", "(?i)\\bpwd\\s?=\\s?[\"']?((?!\\[redacted )[^\\s\"';/$~.][^\\s\"';/]{3,200})"),
            Form.place(
                    "_pwd",
                    "(?i)_PWD" + GIVEN + "(" + NO_VALUE + "[^\\s\"',;&}\\])/$~.][^\\s\"',;&}\\])]{3,400}(?<!\\\\))"),
            Form.place(
                    "key token passw passphrase secret credential",
                    "(?i)(?:\\b(?:api|access|secret|auth|private|signing|encryption|master|license)[ _-]?key|\\btoken|\\bpass(?:word|wd|phrase)|\\bsecret|\\bcredential)"
                            + "(?:\\s(?:for|of)\\s\\S{1,60})?\\s{1,3}(?:is|was)(?:\\s|:\\s?){1,3}" + QUOTE + "("
                            + NO_VALUE + UNLIKE_A_WORD
                            + "[^\\s\"',;]{6,400}(?<![.:]))"),
            Form.place(
                    "passw passphrase pwd",
                    "(?i)\\b(?:with|using|by|use|and)\\s{1,3}(?:(?:the|a|my|your|its)\\s{1,3})?(?:pass(?:word|wd|phrase)|pwd)\\s{1,3}"
                            + QUOTE + "(" + NO_VALUE + UNLIKE_A_WORD + "[^\\s\"',;]{6,400}(?<![.:]))"),
            Form.place(
                    ":",
                    "(?<![\\w:.*/-])(?:[\\w.*-]{1,100}):(?:\\d{2,5}|\\*):[A-Za-z_*][\\w.*-]{0,63}:[A-Za-z_*][\\w.*@-]{0,63}:("
                            + UNLIKE_A_WORD + "[^\\s:/\"']{6,200})(?![\\w:/])"),
            Form.place("//", "(?<![\\w:/])//[^\\s/:@\"']{1,100}:([^\\s@/\"']{1,200})@(?=[\\w.-])"),
            Form.place("://", "(?i)\\bhttps?://([0-9a-f]{32})@"),
            Form.place(
                    "login",
                    "\\b(?:docker|podman|buildah|skopeo|helm|az|oc|registry)\\s[^\\n]{0,40}?\\blogin\\b[^\\n]{0,200}?\\s-p[\\s=]{1,3}[\"']?((?!\\[redacted )[^\\s\"'-][^\\s\"']{3,200})"),
            Form.place(
                    "ldap",
                    "\\bldap[a-z]{1,12}\\s[^\\n]{0,200}?\\s-w\\s{0,3}[\"']?((?!\\[redacted )[^\\s\"'-][^\\s\"']{2,200})"),
            Form.of(
                    "password hash",
                    "$1$ $5$ $6$ $y$ $2a$ $2b$ $2y$ $apr1$ $argon2",
                    "\\$(?:[156y]|apr1|2[aby]|argon2(?:id|i|d))\\$[\\w./$=,+]{20,200}"),
            Form.of("token", "-us", START + "[0-9a-f]{32}-us\\d{1,2}(?![\\w-])"),
            Form.of("token", "k.eyj", START + "[sp]k\\.eyJ[\\w-]{20,400}\\.[\\w-]{15,60}"),
            Form.of("token", "m n o", START + "[MNO][A-Za-z\\d]{23,25}\\.[\\w-]{6}\\.[\\w-]{27,38}(?![\\w.-])"),
            Form.place("login", "(?i)\\blogin\\s{1,8}\\S{1,100}\\s{1,8}password\\s{1,8}((?!\\[redacted )\\S{1,200})"),
            Form.place(
                    "identified",
                    "(?i)\\bidentified\\s{1,4}(?:with\\s\\S{1,40}\\s)?by\\s{1,4}[\"']((?!\\[redacted )[^\"'\\n]{1,200})[\"']"),
            Form.place(
                    "-u --proxy",
                    "(?:^|\\s)(?:-u|--user|--proxy-user)[\\s=]{1,3}[\"']?[^\\s:\"']{1,100}:((?!\\[redacted |\\d+(?!\\S))[^\\s\"']{1,200})"),
            Form.place("mysql", "\\bmysql\\w{0,10}\\s[^\\n]{0,200}?\\s-p((?!\\[redacted )[^\\s-]\\S{3,200})"),
            Form.place("sshpass", "\\bsshpass\\s{1,4}-p\\s{0,4}[\"']?((?!\\[redacted )[^\\s\"']{1,200})"),
            Form.place(
                    "value",
                    "(?i)\\bname" + GIVEN + "[\\w.-]{0,80}" + NAMES
                            + "[\\w.-]{0,40}" + QUOTE + "\\s{0,8},?\\s{0,40}" + QUOTE + "value" + GIVEN
                            + "((?!\\[redacted )[^\\s\"'}]{1,400})"));

    private SecretForms() {}
}
