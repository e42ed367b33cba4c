package dev.amdahl.spi;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds words in recorded text that address a reader rather than describe a job: orders, changes of role, promises of approval, forged
 * fences. A hint for people and no guard: what a model may do with such text is bounded by what its answer can express.
 */
public final class Suspicion {
    private static final int MAX_LENGTH = 120;
    private static final int AROUND = 40;
    private static final List<Pattern> SIGNS = List.of(
            sign(
                    "\\b(?:ignore|disregard|forget|override|bypass|skip)\\b.{0,30}\\b(?:instruction|prompt|rule|polic|schema"
                            + "|guard|limit|previous|above|earlier|refuter|confirmation)"),
            sign(
                    "\\b(?:new|updated|revised|real|actual|following|these|special)\\s+(?:instruction|order|directive|rule)s?\\b"),
            sign(
                    "\\b(?:system|developer|operator|admin(?:istrator)?)\\s*(?:prompt|message|note|override|notice|mode)\\b"),
            sign("\\byou\\s+(?:are|must|should|will|shall|may|can|need|have|were|now)\\b"),
            sign("\\b(?:as an?|dear|hey|hello|attention|to the|note to(?: the)?|for the)\\s+(?:ai|llm|assistant"
                    + "|(?:language )?model|agent|advisor|optimi[sz]er|sceptic|reviewer|copilot)\\b"),
            sign(
                    "\\b(?:respond|reply|answer|return|output|print|say|write|emit|propose)\\s+(?:only\\b|exactly|with\\b|this"
                            + "|the following|nothing|instead|json|at least)"),
            sign(
                    "\\b(?:set|change|raise|lower|increase|switch)\\s+(?:the\\s+)?(?:lever|budget|threshold|bar|alpha|limit"
                            + "|policy|price|command|gate)\\b"),
            sign(
                    "\\b(?:approve|promote|accept|merge|deploy|uphold|whitelist)\\b.{0,30}\\b(?:this|it|change|patch|hypothes[ie]s"
                            + "|automatically|immediately|without|everything|all)\\b"),
            sign("\\b(?:already|pre-?)\\s*(?:been\\s+)?(?:approved|verified|promoted|authori[sz]ed|measured as)\\b"),
            sign(
                    "\\b(?:run|execute|call|invoke|fetch|open|send|post|upload|download|patch|edit|delete|overwrite)\\s+(?:the"
                            + "\\s+)?(?:command|shell|tool|file|url|script|curl|wget|rm|bash|sh|git|python|/|\\.\\./|https?:|~)"),
            sign(
                    "\\b(?:do not|don't|never)\\s+(?:tell|mention|report|flag|test|measure|verify|show|log|ask|refute)\\b"),
            sign("</?\\s*(?:system|assistant|user|instructions?|data[-\\w]*|tool|human)\\b[^>]{0,80}>"),
            sign("(?:^|\\s)(?:system|assistant|human|user|ai)\\s*:\\s"),
            sign("\\[/?(?:inst|sys(?:tem)?)\\]|<\\|[a-z_]{2,20}\\|>|\\bBEGIN (?:SYSTEM|PROMPT|INSTRUCTION)"),
            sign("\\{\\s*\\\\?\"(?:proposals|lever|tool|role|action)\\\\?\"\\s*:"),
            sign(
                    "\\b(?:please|kindly|simply|just)\\s+(?:use|set|choose|pick|propose|apply|add|include|approve|run|change)\\b"),
            sign(
                    "\\b(?:cite|claim|pretend|assume|role-?play|imagine)\\b.{0,40}\\b(?:evidence|fraction|that|as|win|id|percent|to be)\\b"));

    private Suspicion() {}

    private static Pattern sign(String regex) {
        return Pattern.compile(regex, Pattern.CASE_INSENSITIVE | Pattern.MULTILINE);
    }

    /** Returns the passages that look so, each cut out with a little around it, on one line; at most as many as there are signs. */
    public static List<String> in(String text) {
        List<String> passages = new ArrayList<>();
        int end = -1;
        for (Pattern sign : SIGNS) {
            Matcher found = sign.matcher(text);
            if (found.find() && (passages.isEmpty() || found.start() > end)) {
                int from = Math.max(0, found.start() - AROUND);
                end = Math.min(text.length(), Math.max(found.end(), from) + AROUND);
                passages.add(shown(text.substring(from, Math.min(end, from + MAX_LENGTH))));
            }
        }
        return List.copyOf(passages);
    }

    private static String shown(String passage) {
        return passage.replaceAll("[\\p{Cntrl}\\p{Cf}]+", " ").strip();
    }
}
