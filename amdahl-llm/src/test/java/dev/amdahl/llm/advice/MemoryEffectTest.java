package dev.amdahl.llm.advice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.CycleReport;
import dev.amdahl.core.internal.testing.ShareProfiler;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.core.testing.ScriptedGate;
import dev.amdahl.core.testing.ScriptedScheduler;
import dev.amdahl.core.testing.SettableClock;
import dev.amdahl.llm.LlmQuestion;
import dev.amdahl.spi.experiment.ArmRequest;
import dev.amdahl.spi.experiment.ArmResult;
import dev.amdahl.spi.experiment.Covariate;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.Lever;
import dev.amdahl.spi.job.Accelerators;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What memory is worth: one scripted proposer on the same jobs, once over one ledger and once over a ledger for each job. It knows only the
 * names of levers, in an order drawn for each job, and reads its prompt: what won elsewhere comes first, what was caught elsewhere last.
 */
class MemoryEffectTest {
    /** What helps depends on the accelerator; {@code skip} does less work, {@code fuse} is slower, the others do nothing. */
    private static final Map<String, String> HELPS = Map.of("h200", "workers", "b200", "prefetch", "mi300", "pin");

    private static final List<String> TYPES = List.of("h200", "b200", "mi300");
    private static final List<String> LEVERS =
            List.of("workers", "prefetch", "pin", "skip", "fuse", "log", "cache", "nice");
    private static final Pattern SECTION = Pattern.compile("(?s)<data-\\w+ title=\"([^\"]+)\">\\n(.*?)\\n</data-");
    private static final int JOBS = Integer.getInteger("amdahl.memory.jobs", 30);
    private static final int BYTES_OF_A_TOKEN = 3;

    @TempDir
    Path folder;

    /** What the search for wins took. */
    private static final class Bill {
        private int wins;
        private int falseWins;
        private int proposals;
        private int carried;
        private int trials;
        private int questions;
        private long tokens;

        String text() {
            return String.format(
                    Locale.ROOT,
                    "wins %d (false %d), proposals %d, carried over %d, trials %d, questions %d, tokens %d; per win: %.2f proposals,"
                            + " %.0f trials, %.0f tokens",
                    wins,
                    falseWins,
                    proposals,
                    carried,
                    trials,
                    questions,
                    tokens,
                    (double) (proposals + carried) / wins,
                    (double) trials / wins,
                    (double) tokens / wins);
        }
    }

    /** Reads its prompt and nothing else. */
    private static String propose(LlmQuestion question) {
        Map<String, String> parts = new HashMap<>();
        Matcher section = SECTION.matcher(question.material().text());
        while (section.find()) {
            parts.put(section.group(1), section.group(2));
        }
        String tried = parts.getOrDefault("what was tried on this job, newest first", "");
        if (tried.contains("PROMOTED") || tried.contains("IN_REVIEW")) {
            return "{\"proposals\":[]}";
        }
        String won = parts.getOrDefault("what won on other jobs against these classes", "");
        String caught = parts.getOrDefault("what was caught on changes like these", "");
        List<String> order = new ArrayList<>(LEVERS);
        Collections.shuffle(order, new Random(question.about().hashCode()));
        return Stream.of(
                        order.stream().filter(lever -> won.contains(" " + lever + " off -> on")),
                        order.stream().filter(lever -> !caught.contains(lever + " -> on")),
                        order.stream())
                .flatMap(levers -> levers)
                .filter(lever -> !tried.contains(" " + lever + " off -> on"))
                .findFirst()
                .map(lever -> ScriptedModel.answer(ScriptedModel.setting(
                        "INPUT_STARVATION", lever, "on", AdvisorStoryTest.evidence(question), "it may help")))
                .orElse("{\"proposals\":[]}");
    }

    private static JobSpec job(int number) {
        String family = String.format(Locale.ROOT, "job-%02d", number);
        String type = TYPES.get(number % TYPES.size());
        return ModelWorld.job(
                        family,
                        LEVERS.stream()
                                .map(name -> ModelWorld.lever(name, name.toUpperCase(Locale.ROOT), "off", "on"))
                                .toArray(Lever[]::new))
                .accelerators(new Accelerators(type, 1))
                .environment(Map.of("JOB", family, "HELPS", Objects.requireNonNull(HELPS.get(type))))
                .build();
    }

    private ArmResult run(ArmRequest arm) {
        Map<String, String> environment = arm.environment();
        String helps = Objects.requireNonNull(environment.get("HELPS")).toUpperCase(Locale.ROOT);
        boolean isSkipping = "on".equals(environment.get("SKIP"));
        double seconds = 10
                * ("on".equals(environment.get(helps)) ? .7 : 1)
                * (isSkipping ? .7 : 1)
                * ("on".equals(environment.get("FUSE")) ? 1.3 : 1);
        long draw = Objects.hash(arm.seed(), arm.name(), new HashMap<>(environment));
        double noise = arm.isTraced() ? 1 : Math.exp(.03 * new SplittableRandom(draw).nextGaussian());
        ArmResult result = ArmResult.succeeded(arm.name(), seconds * noise)
                .work(isSkipping ? 700 : 1000)
                .digest("out.json", "same")
                .covariate(Covariate.LOAD_1M, 1);
        return arm.isTraced() ? result.folder(trace(arm)) : result;
    }

    private Path trace(ArmRequest arm) {
        try {
            Path place = folder.resolve("arms")
                    .resolve(Objects.requireNonNull(arm.environment().get("JOB")));
            Files.createDirectories(place.resolve("run"));
            Files.writeString(place.resolve("run/trace.json"), "0.3");
            return place;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Jobs come one after the other; a person approves each win. */
    private Bill search(List<Integer> jobs, boolean isRemembering) {
        Bill bill = new Bill();
        SettableClock clock = new SettableClock(Instant.parse("2026-03-01T12:00:00Z"));
        for (int number : jobs) {
            JobSpec job = job(number);
            String name = isRemembering ? "together" : "alone-" + number;
            ScriptedModel model = new ScriptedModel(MemoryEffectTest::propose);
            ScriptedGate gate = new ScriptedGate();
            ScriptedScheduler scheduler = new ScriptedScheduler(200, this::run);
            try (Ledger ledger = Ledger.open(folder.resolve(name).toString(), clock)) {
                AmdahlLoop loop = AmdahlLoop.builder(ledger)
                        .jobs(List.of(job))
                        .scheduler(scheduler)
                        .profilers(List.of(new ShareProfiler()))
                        .advisors(List.of(new LlmAdvisor(model, AdvisorSettings.DEFAULT.mostProposals(1))))
                        .ideaSources(List.of())
                        .gate(gate)
                        .policy(LoopPolicy.DEFAULT.toBuilder()
                                .evidenceRuns(1, Duration.ofDays(14))
                                .noise(.1, 0)
                                .build())
                        .clock(clock)
                        .directory(folder)
                        .build();
                add(bill, job, untilIdle(loop, clock, gate));
            }
            bill.trials += scheduler.submitted().size();
            bill.questions += model.asked.size();
            model.asked.forEach(question -> bill.tokens += tokens(question));
        }
        return bill;
    }

    private static LedgerView untilIdle(AmdahlLoop loop, SettableClock clock, ScriptedGate gate) {
        for (int i = 0; i < 400; i++) {
            clock.advance(Duration.ofSeconds(30));
            CycleReport report = loop.runCycle();
            List<Dossier> waiting = report.view().dossiers().stream()
                    .filter(dossier -> dossier.state() == HypothesisState.IN_REVIEW)
                    .toList();
            waiting.forEach(win -> gate.approve(win.id(), "ada", "good"));
            if (report.isIdle() && waiting.isEmpty()) {
                return report.view();
            }
        }
        throw new AssertionError("still not idle");
    }

    private static void add(Bill bill, JobSpec job, LedgerView view) {
        String helps = Objects.requireNonNull(job.environment().get("HELPS"));
        for (Dossier dossier : view.dossiers()) {
            if (dossier.hypothesis().family().equals(job.family())) {
                boolean isWin = dossier.state() == HypothesisState.PROMOTED;
                boolean isTrue = dossier.hypothesis().change().surface().contains("lever:" + helps);
                bill.wins += isWin ? 1 : 0;
                bill.falseWins += isWin && !isTrue ? 1 : 0;
                switch (dossier.hypothesis().provenance().origin()) {
                    case MODEL -> bill.proposals++;
                    case DREAM -> bill.carried++;
                    default -> {}
                }
            }
        }
    }

    private static long tokens(LlmQuestion question) {
        String all = question.instructions()
                + question.material().text()
                + question.schema().orElse("")
                + propose(question);
        return all.getBytes(StandardCharsets.UTF_8).length / BYTES_OF_A_TOKEN;
    }

    private void compare(List<Integer> jobs) {
        Bill without = search(jobs, false);
        Bill with = search(jobs, true);
        String said = jobs.size() + " jobs\nwithout memory: " + without.text() + "\nwith memory:    " + with.text();

        assertThat(with.falseWins + without.falseWins).as(said).isZero();
        assertThat(with.wins).as(said).isGreaterThanOrEqualTo(without.wins).isPositive();
        assertThat(with.proposals + with.carried).as(said).isLessThan(without.proposals);
        assertThat(with.trials).as(said).isLessThan(without.trials);
        assertThat(with.tokens).as(said).isLessThan(without.tokens);
        try {
            Files.writeString(Path.of("target", "memory-effect-" + jobs.size() + ".txt"), said + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Two on the same accelerators. */
    @Test
    @Tag("soak")
    void memorySavesProposalsTrialsAndTokens() {
        compare(List.of(0, 3));
    }

    @Test
    @Tag("long")
    void memorySavesProposalsTrialsAndTokensOnThirtyJobs() {
        compare(IntStream.range(0, JOBS).boxed().toList());
    }
}
