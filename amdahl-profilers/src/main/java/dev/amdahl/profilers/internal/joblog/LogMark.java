package dev.amdahl.profilers.internal.joblog;

import dev.amdahl.spi.job.Activity;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A part of a job that lines name: with its length in one line, or with a line at its begin and one at its end. */
enum LogMark {
    IMPORTS("import", "import_seconds", Activity.HOST_CODE, "\\bimport(s|ed|ing)?\\b", "", ""),
    WEIGHTS(
            "load",
            "weights_load_seconds",
            Activity.HOST_CODE,
            "\\bload(ing|ed)?\\b[^\\d]{0,40}\\b(weights|model|safetensors)\\b|\\b(weights|model)\\b[^\\d]{0,20}\\bload(ing|ed)?\\b",
            "",
            ""),
    COMPILE(
            "compil|captur",
            "compile_seconds",
            Activity.HOST_CODE,
            "\\btorch\\.compile\\b|\\bcompil(ation|ing|ed|e)\\b|\\bgraph captur(e|ing)\\b|\\bcaptur(ed|ing) (cuda )?graphs?\\b",
            "",
            ""),
    COMMUNICATORS(
            "ccl|process|communicator|init timings",
            "comm_init_seconds",
            Activity.HOST_CODE,
            "\\b(nccl|rccl|process[ _]group|init_process_group|communicators?|init timings)\\b",
            "",
            ""),
    CHECKPOINT(
            "checkpoint",
            "checkpoint_seconds",
            Activity.CHECKPOINT,
            "\\b(sav(e|ed|ing)|wr(ote|ite|iting))\\b[^\\d]{0,40}\\bcheckpoint\\b|\\bcheckpoint\\b.{0,120}\\b(saved|written|took)\\b",
            "\\b(saving|writing|start(ing|ed)?|begin(ning)?)\\b.{0,60}\\bcheckpoint\\b",
            "\\b(saved|finished|done|completed?|wrote)\\b.{0,60}\\bcheckpoint\\b|\\bcheckpoint\\b.{0,120}\\b(saved|written|finished|done|completed?)\\b"),
    EVALUATION(
            "eval|validation",
            "evaluation_seconds",
            Activity.SIDE_WORK,
            "\\b(eval|evaluation|validation)\\b",
            "\\b(start(ing|ed)?|begin(ning)?|running)\\b.{0,40}\\b(eval|evaluation|validation)\\b",
            "\\b(finished|done|completed?)\\b.{0,40}\\b(eval|evaluation|validation)\\b|\\b(eval|evaluation|validation)\\b.{0,60}\\b(finished|done|completed?)\\b");

    private static final Pattern LENGTH = Pattern.compile(
            "(?i)\\b(?:in|takes?|took|total|elapsed|duration|time)\\b[\\s:=]{0,4}(\\d{1,9}(?:\\.\\d{1,12})?)(?![\\d.:])\\s?(ms|us|s|secs?|seconds)?(?![a-z/])");
    private static final Pattern UNIT_LENGTH =
            Pattern.compile("(?i)(?<![\\d.:])(\\d{1,9}(?:\\.\\d{1,12})?)\\s?(ms|secs?|seconds)\\b(?!/)");

    private final String words;
    private final String counter;
    private final Activity activity;
    private final Pattern about;
    private final Pattern begin;
    private final Pattern end;

    /** @param words of which a line holds at least one: cheaper to look for than the patterns */
    LogMark(String words, String counter, Activity activity, String about, String begin, String end) {
        this.words = words;
        this.counter = counter;
        this.activity = activity;
        this.about = pattern(about);
        this.begin = pattern(begin);
        this.end = pattern(end);
    }

    private static Pattern pattern(String text) {
        return Pattern.compile(text.isEmpty() ? "(?!)" : "(?i)" + text);
    }

    String counter() {
        return counter;
    }

    Activity activity() {
        return activity;
    }

    String label() {
        return counter.replace("_seconds", "").replace('_', ' ');
    }

    /** Returns the first whose words are in the line, if any. */
    static Optional<LogMark> of(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(mark -> mark.isLikely(lower))
                .filter(mark -> mark.about.matcher(text).find()
                        || mark.begin.matcher(text).find()
                        || mark.end.matcher(text).find())
                .findFirst();
    }

    private boolean isLikely(String lower) {
        int from = 0;
        for (int to = words.indexOf('|'); to >= 0; to = words.indexOf('|', from)) {
            if (lower.contains(words.substring(from, to))) {
                return true;
            }
            from = to + 1;
        }
        return lower.contains(words.substring(from));
    }

    /** Returns the length that the line gives, s. */
    static OptionalDouble seconds(String text) {
        Matcher unit = UNIT_LENGTH.matcher(text);
        if (unit.find()) {
            return OptionalDouble.of(StepText.inSeconds(unit.group(1), unit.group(2)));
        }
        Matcher length = LENGTH.matcher(text);
        return length.find() && length.group(2) != null
                ? OptionalDouble.of(StepText.inSeconds(length.group(1), length.group(2)))
                : OptionalDouble.empty();
    }

    boolean isBegin(String text) {
        return begin.matcher(text).find();
    }

    boolean isEnd(String text) {
        return end.matcher(text).find();
    }
}
