package dev.amdahl.core.internal.copilot;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** What kind of answer a question wants, by its words alone; anything that names no kind wants to know what to speed up. */
enum AskedSubject {
    /** How much could be saved, in money or hours. */
    SAVINGS("money|sav(e|ings)|dollars?|euros?|usd|eur|cost|costs|price|bill|spend(ing)?|cheaper"),
    /** What went wrong. */
    FAILURES("fail(s|ed|ure|ures|ing)?|errors?|broken?|wrong|died|crash(es|ed)?"),
    /** Where to begin. */
    FIRST("first|which|start|begin|priority|worst"),
    /** What to speed up. */
    SPEED(
            "(fast|slow|quick|speed|bottleneck|optimi|improv|accelerat|perform|wast|idle|utili|busy|stall|wait|throughput|latency|time"
                    + "|lever|advice|advis|change|try|tested|do|win|won|gain|efficien|reduc|help|why|hours?|gpus?|train|infer|serv|job)\\w*"),
    /** Nobody knows. */
    UNKNOWN("");

    private static final Set<String> JOBS = Set.of("job", "jobs", "one", "family", "workload");

    private final Pattern words;

    AskedSubject(String words) {
        this.words = Pattern.compile(words);
    }

    /** @param reading which jobs and classes the words name */
    static AskedSubject of(Reading reading) {
        List<String> words = QuestionWords.of(reading.text());
        if (SAVINGS.isIn(words)) {
            return SAVINGS;
        }
        if (FAILURES.isIn(words)) {
            return FAILURES;
        }
        if (FIRST.isIn(words) && words.stream().anyMatch(JOBS::contains)) {
            return FIRST;
        }
        boolean isKnown = SPEED.isIn(words) || !reading.classes().isEmpty() || reading.isNamed();
        return isKnown ? SPEED : UNKNOWN;
    }

    private boolean isIn(List<String> asked) {
        return asked.stream().anyMatch(word -> words.matcher(word).matches());
    }
}
