package dev.amdahl.llm.advice;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Lists;
import dev.amdahl.spi.hypothesis.Account;
import dev.amdahl.spi.hypothesis.Attempt;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.Briefing;
import dev.amdahl.spi.hypothesis.Change;
import dev.amdahl.spi.hypothesis.ConfigChange;
import dev.amdahl.spi.hypothesis.Diagnosis;
import dev.amdahl.spi.hypothesis.Idea;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.hypothesis.PatchChange;
import dev.amdahl.spi.hypothesis.SourceWindow;
import dev.amdahl.spi.job.OutputRule;
import dev.amdahl.spi.job.ValueSource;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What a briefing says, part by part. Immutable. */
final class Sections {
    private static final String SECONDS = "where the seconds of a run went";
    private static final String FIGURES = "measured figures";
    private static final String SEEN = "what else was seen";
    private static final String TRIED = "what was tried on this job, newest first";
    private static final String CAUGHT = "what was caught on changes like these";
    private static final String WON = "what won on other jobs against these classes";
    private static final String IDEAS = "known ideas for these classes";
    private static final String SOURCE = "source";
    private static final Map<String, Set<String>> PARTS = ImmutableMap.of(
            "account", Set.of(SECONDS),
            "profile", Set.of(FIGURES, SEEN, SOURCE),
            "history", Set.of(TRIED, CAUGHT, WON),
            "ideas", Set.of(IDEAS));
    private static final int FINGERPRINT = 12;
    private static final int NAMES_IN_A_LINE = 8;
    private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./*-]+");
    /** Of the wall and of the accelerator-seconds: what holds less is named without figures, and has no ideas. */
    private static final double MIN_SHARE = .005;

    private static final double MAX_COUNTED = 1e15;

    private final Briefing briefing;
    private final Choices choices;

    Sections(Briefing briefing, Choices choices) {
        this.briefing = briefing;
        this.choices = choices;
    }

    /** In the order of the prompt; the shares add up to 1. Files that were asked for take half, and stand in the place of other source. */
    List<Section> all(List<SourceWindow> asked) {
        List<Section> all = all();
        List<Section> others = all.subList(0, all.size() - 1);
        if (asked.isEmpty()) {
            return all;
        }
        List<Section> sections = new ArrayList<>();
        others.forEach(section -> sections.add(new Section(section.title(), section.share() / 2, section.lines())));
        sections.add(new Section(
                "source, the files that you asked for",
                1 - sections.stream().mapToDouble(Section::share).sum(),
                source(asked)));
        return sections;
    }

    private List<Section> all() {
        return List.of(
                new Section("the job", .08, job(briefing.job())),
                new Section(SECONDS, .12, seconds(briefing.diagnosis())),
                new Section(FIGURES, .09, figures(briefing.diagnosis().metrics(), briefing.units())),
                new Section(SEEN, .09, briefing.diagnosis().findings()),
                new Section("declared levers", .09, levers()),
                new Section("ids of evidence", .05, choices.evidence()),
                new Section(TRIED, .10, tried()),
                new Section(CAUGHT, .05, briefing.warnings()),
                new Section(WON, .04, wins()),
                new Section(IDEAS, .06, ideas(briefing.diagnosis(), briefing.ideas())),
                new Section("all files that a patch may touch", .06, files(choices.files())),
                new Section(SOURCE, .17, source(briefing.source())));
    }

    /** Returns the names of what can be shown by itself. */
    static List<String> parts() {
        return List.copyOf(PARTS.keySet());
    }

    /** Returns such a part whole; empty text for another name. */
    String part(String name) {
        Set<String> titles = PARTS.getOrDefault(name, Set.of());
        return all().stream()
                .filter(section -> titles.contains(section.title()))
                .map(section -> section.title() + ":\n" + String.join("\n", section.lines()) + "\n")
                .collect(Collectors.joining("\n"));
    }

    private static List<String> job(JobSpec job) {
        List<String> lines = new ArrayList<>();
        lines.add("name: " + job.family());
        lines.add("command: " + words(job.command()));
        lines.add("accelerators: " + job.accelerators().count() + " x "
                + job.accelerators().type());
        lines.add("compared by: " + job.metric().name()
                + (job.metric().lowerIsBetter() ? ", lower is better" : ", higher is better"));
        job.runsPerWeek().ifPresent(runs -> lines.add(String.format(Locale.ROOT, "runs a week: %.0f", runs)));
        new TreeMap<>(job.environment()).forEach((name, value) -> lines.add("environment: " + name + "=" + value));
        job.workUnits().ifPresent(work -> lines.add("work done, which must stay the same: " + place(work)));
        job.outputs()
                .forEach(output -> lines.add(
                        "output that must stay the same: " + output.path() + ", " + compared(output.comparison())));
        job.guardrails()
                .forEach(guard -> lines.add("figure that must not get worse: " + guard.name() + ", "
                        + (guard.lowerIsBetter() ? "lower" : "higher") + " is better, " + place(guard.source())));
        job.source().ifPresent(source -> {
            lines.add("built by: " + words(source.build()));
            lines.add("editable files: " + words(source.editable()));
        });
        return lines;
    }

    /** As a shell would take them; what has a blank or a sign in it is quoted, so that each word can be told. */
    private static String words(List<String> words) {
        return words.stream()
                .map(word -> PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'")
                .collect(Collectors.joining(" "));
    }

    private static String place(ValueSource source) {
        if (source instanceof ValueSource.Json json) {
            return json.pointer() + " of " + json.path();
        }
        return "matched by " + ((ValueSource.Stdout) source).pattern() + " on standard output";
    }

    private static String compared(OutputRule.Comparison comparison) {
        if (comparison instanceof OutputRule.Numeric numeric) {
            return String.format(
                    Locale.ROOT, "numbers within %g + %g of the baseline's", numeric.absolute(), numeric.relative());
        }
        if (comparison instanceof OutputRule.Json) {
            return "as JSON";
        }
        return comparison instanceof OutputRule.Exact ? "byte for byte" : "by a command of the owner";
    }

    private static List<String> seconds(Diagnosis diagnosis) {
        List<String> lines = new ArrayList<>();
        lines.add(amount(diagnosis.wallSeconds()) + " s on the wall, " + amount(diagnosis.acceleratorSeconds())
                + " accelerator-seconds; by class, largest first:");
        List<Account> accounts = diagnosis.accounts().stream()
                .sorted(Comparator.comparingDouble(Account::wallSeconds)
                        .reversed()
                        .thenComparing(Account::bottleneck))
                .toList();
        accounts.stream()
                .filter(account -> isSeen(diagnosis, account.bottleneck()))
                .map(account -> seconds(diagnosis, account))
                .forEach(lines::add);
        List<String> small = accounts.stream()
                .map(Account::bottleneck)
                .filter(bottleneck -> !isSeen(diagnosis, bottleneck))
                .map(Enum::name)
                .toList();
        if (!small.isEmpty()) {
            lines.add(String.format(Locale.ROOT, "under %.1f %% each: ", 100 * MIN_SHARE) + String.join(", ", small));
        }
        if (!diagnosis.isExplained()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "the cause of %.0f %% of the idle time is not known: these figures are a sketch",
                    100 * diagnosis.unattributedShareOfGaps()));
        }
        return lines;
    }

    private static boolean isSeen(Diagnosis diagnosis, Bottleneck bottleneck) {
        Set<Bottleneck> one = Set.of(bottleneck);
        return diagnosis.wallShare(one).orElse(0) >= MIN_SHARE
                || diagnosis.acceleratorShare(one).orElse(0) >= MIN_SHARE;
    }

    /** The second view is given where it differs: a queue holds no accelerators. */
    private static String seconds(Diagnosis diagnosis, Account account) {
        Set<Bottleneck> one = Set.of(account.bottleneck());
        double share = diagnosis.wallShare(one).orElse(0);
        double held = diagnosis.acceleratorShare(one).orElse(0);
        String line = account.bottleneck() + ": " + amount(account.wallSeconds())
                + String.format(Locale.ROOT, " s, %.1f %%", 100 * share);
        boolean isLoss = account.bottleneck().kind() != Bottleneck.Kind.WORK
                && account.bottleneck().kind() != Bottleneck.Kind.UNKNOWN;
        if (isLoss && share < 1) {
            line += String.format(Locale.ROOT, "; without it the job would be %.2fx as fast", 1 / (1 - share));
        }
        return Math.abs(share - held) < MIN_SHARE
                ? line
                : line + String.format(Locale.ROOT, "; it holds %.1f %% of the accelerator-seconds", 100 * held);
    }

    /** To two places, and to three digits where that says more. */
    private static String amount(double seconds) {
        return seconds == 0 || Math.abs(seconds) >= 1
                ? String.format(Locale.ROOT, "%.2f", seconds)
                : new BigDecimal(seconds).round(new MathContext(3)).toPlainString();
    }

    /** Returns what is not 0, one a line, with its unit; then what is. */
    private static List<String> figures(Map<String, Double> metrics, Map<String, String> units) {
        List<String> lines = new ArrayList<>();
        List<String> zero = new ArrayList<>();
        new TreeMap<>(metrics).forEach((name, value) -> {
            if (value == 0) {
                zero.add(name);
            } else {
                lines.add((name + " = " + figure(value) + " " + units.getOrDefault(name, "")).strip());
            }
        });
        Lists.partition(zero, NAMES_IN_A_LINE).forEach(names -> lines.add("0: " + String.join(", ", names)));
        return lines;
    }

    /** Counts are whole, and everything else has four digits. */
    private static String figure(double value) {
        return value == Math.rint(value) && Math.abs(value) < MAX_COUNTED
                ? String.format(Locale.ROOT, "%.0f", value)
                : String.format(Locale.ROOT, "%.4g", value);
    }

    private List<String> levers() {
        return choices.levers().stream()
                .map(lever -> lever.name() + ": sets the " + lever.target().words() + ", now " + lever.current()
                        + ", may be " + String.join(" or ", lever.values())
                        + lever.addresses().stream()
                                .map(Enum::name)
                                .collect(Collectors.joining(", ", "; meant against ", ""))
                        + beingTried(lever))
                .toList();
    }

    private String beingTried(Lever lever) {
        Set<Change> open = briefing.attempts().stream()
                .filter(Attempt::isOpen)
                .map(attempt -> attempt.hypothesis().change())
                .collect(Collectors.toSet());
        List<String> values = lever.values().stream()
                .filter(value -> open.contains(lever.set(value)))
                .toList();
        return values.isEmpty() ? "" : "; being tried: " + String.join(", ", values);
    }

    private List<String> tried() {
        if (briefing.attempts().isEmpty()) {
            return List.of("nothing yet");
        }
        return Lists.reverse(briefing.attempts()).stream()
                .limit(Choices.MAX_ATTEMPTS)
                .map(Sections::tried)
                .toList();
    }

    private List<String> wins() {
        return Lists.reverse(briefing.wins()).stream()
                .map(win -> tried(win) + " (on " + win.hypothesis().family() + ")")
                .toList();
    }

    /** The fingerprint is the identity: whoever finds the same change again finds the same one. */
    private static String tried(Attempt attempt) {
        String end = attempt.isOpen()
                ? "is being tried"
                : attempt.state()
                        + (attempt.result().isEmpty() ? "" : " (" + attempt.result() + ")")
                        + ": " + attempt.reason();
        return attempt.hypothesis().id() + " ["
                + attempt.hypothesis().fingerprint().hex().substring(0, FINGERPRINT) + "] "
                + change(attempt) + ", against " + attempt.hypothesis().bottleneck() + ": " + end;
    }

    /** The title of a patch holds what its author said of it. */
    private static String change(Attempt attempt) {
        return attempt.hypothesis().change() instanceof PatchChange
                ? attempt.hypothesis().title()
                : ((ConfigChange) attempt.hypothesis().change())
                        .settings().stream()
                                .map(setting -> setting.lever() + " " + setting.from() + " -> " + setting.to())
                                .collect(Collectors.joining(", "));
    }

    /** None against what hardly costs anything. */
    private static List<String> ideas(Diagnosis diagnosis, List<Idea> ideas) {
        return ideas.stream()
                .filter(idea -> isSeen(diagnosis, idea.bottleneck()))
                .map(idea -> idea.bottleneck() + ": " + idea.title() + ". " + idea.summary()
                        + String.format(Locale.ROOT, " (typically removes %.0f %%)", 100 * idea.typicalFraction()))
                .toList();
    }

    /** Returns a folder a line, as far as a line has room. */
    private static List<String> files(List<String> paths) {
        Map<String, List<String>> folders = new TreeMap<>();
        paths.forEach(path -> folders.computeIfAbsent(
                        path.substring(0, path.lastIndexOf('/') + 1), folder -> new ArrayList<>())
                .add(words(List.of(path.substring(path.lastIndexOf('/') + 1)))));
        List<String> lines = new ArrayList<>();
        folders.forEach((folder, names) -> Lists.partition(names, NAMES_IN_A_LINE)
                .forEach(part ->
                        lines.add((folder.isEmpty() ? "" : words(List.of(folder)) + ": ") + String.join(" ", part))));
        return lines;
    }

    /** With the numbers of its lines. */
    static List<String> source(List<SourceWindow> windows) {
        List<String> lines = new ArrayList<>();
        for (SourceWindow window : windows) {
            lines.add("--- " + window.file()
                    + (window.seconds() > 0 ? String.format(Locale.ROOT, ", %.2f s seen here", window.seconds()) : ""));
            for (int i = 0; i < window.lines().size(); i++) {
                lines.add((window.firstLine() + i) + "| " + window.lines().get(i));
            }
        }
        return lines;
    }
}
