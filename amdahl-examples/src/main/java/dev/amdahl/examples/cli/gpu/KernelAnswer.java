package dev.amdahl.examples.cli.gpu;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.internal.refine.FastP;
import dev.amdahl.core.internal.refine.RefinementResult;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Table;
import dev.amdahl.gpu.health.DeviceConditions;
import dev.amdahl.gpu.kernel.KernelBench;
import dev.amdahl.gpu.kernel.KernelTask;
import dev.amdahl.gpu.kernel.KernelTasks;
import dev.amdahl.gpu.kernel.TimedBlock;
import dev.amdahl.spi.refine.Attempt;
import dev.amdahl.spi.refine.Candidate;
import dev.amdahl.spi.refine.Finding;
import dev.amdahl.spi.refine.Stage;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The answer of {@code kernel}.
 *
 * @param backend where it ran
 * @param device what that is
 * @param searched each task with what its search came to
 * @param isOffered whether a winner was to become a hypothesis
 * @param offered what became one
 */
record KernelAnswer(
        String backend,
        String device,
        List<Searched> searched,
        boolean isOffered,
        Optional<KernelOffer.Offered> offered) {
    private static final List<Double> FACTORS = List.of(0., 1., 1.5);

    /**
     * A task and its search.
     *
     * @param blocks of the last judgement of a candidate
     */
    record Searched(KernelTask task, RefinementResult refined, Function<Candidate, List<TimedBlock>> blocks) {

        /** The blocks of an attempt; those of the pick are of its fresh pairs. */
        List<TimedBlock> first(Attempt attempt) {
            return refined.pick().filter(attempt::equals).isPresent() ? List.of() : blocks.apply(attempt.candidate());
        }

        /** The finding of the fresh pairs where there is a pick, else the best there is. */
        Finding result() {
            return refined.retest()
                    .or(() -> refined.attempts().stream()
                            .map(Attempt::finding)
                            .filter(Finding::isCorrect)
                            .findFirst())
                    .orElse(Finding.stopped(Stage.NONE, "no attempt is right"));
        }
    }

    Answer answer() {
        ObjectNode json = Json.object();
        json.put("backend", backend);
        json.put("device", device);
        json.set("tasks", Json.array(searched, KernelAnswer::task));
        json.set("fast_p", fast(searched));
        json.set(
                "levels",
                Json.array(
                        List.copyOf(levels().entrySet()),
                        level -> Json.object()
                                .put("level", level.getKey())
                                .put("tasks", level.getValue().size())
                                .set("fast_p", fast(level.getValue()))));
        if (isOffered) {
            json.set(
                    "offered",
                    offered.map(each -> (JsonNode) each.json()).orElseGet(JsonNodeFactory.instance::nullNode));
        }
        return Answer.of(json, text());
    }

    private static ArrayNode fast(List<Searched> tasks) {
        return Json.array(FACTORS, factor -> Json.object().put("p", factor).put("share", fast(tasks, factor)));
    }

    private static double fast(List<Searched> tasks, double factor) {
        return FastP.of(tasks.stream().map(Searched::result).toList(), factor);
    }

    /** By the levels of KernelBench, in order; our own tasks are level 0. */
    private Map<Integer, List<Searched>> levels() {
        return searched.stream()
                .collect(Collectors.groupingBy(one -> one.task().level(), TreeMap::new, Collectors.toList()));
    }

    private static ObjectNode task(Searched one) {
        RefinementResult refined = one.refined();
        ObjectNode json = Json.object();
        json.put("task", one.task().name());
        json.put("level", one.task().level());
        json.put("timed_shape", one.task().timed().toString());
        json.put("end", refined.end().name());
        json.put("note", refined.note());
        json.put("seconds", refined.elapsed().toNanos() * 1e-9);
        json.set("attempts", Json.array(refined.attempts(), attempt -> attempt(attempt, one.first(attempt))));
        json.set(
                "winner",
                refined.winner().isEmpty()
                        ? JsonNodeFactory.instance.nullNode()
                        : attempt(
                                        new Attempt(refined.winner().get().candidate(), one.result()),
                                        one.blocks()
                                                .apply(refined.winner().get().candidate()))
                                .put(
                                        "source",
                                        refined.winner().get().candidate().source()));
        return json;
    }

    private static ObjectNode attempt(Attempt attempt, List<TimedBlock> blocks) {
        Finding finding = attempt.finding();
        ObjectNode json = Json.object();
        json.put("candidate", attempt.candidate().id());
        json.put("idea", attempt.candidate().idea());
        json.put("stage", finding.stage().name());
        json.put("hack", finding.hack().map(Enum::name).orElse(null));
        finding.speedup().ifPresent(speedup -> {
            json.put("speedup", speedup.ratio());
            json.set("interval", Json.array(List.of(speedup.lower(), speedup.upper()), Json::number));
            json.put("p", speedup.p());
            json.put("baseline_seconds", speedup.baselineSeconds());
            json.put("seconds", speedup.candidateSeconds());
        });
        json.put("feedback", finding.feedback());
        if (blocks.stream().anyMatch(block -> !block.conditions().equals(DeviceConditions.UNKNOWN))) {
            json.set("blocks", Json.array(blocks, KernelAnswer::block));
        }
        return json;
    }

    private static ObjectNode block(TimedBlock block) {
        DeviceConditions conditions = block.conditions();
        ObjectNode json = Json.object();
        json.put("baseline_seconds", block.baselineSeconds());
        json.put("seconds", block.candidateSeconds());
        json.put("measured", block.measured());
        conditions.smMhz().ifPresent(mhz -> json.put("sm_mhz", mhz));
        conditions.celsius().ifPresent(celsius -> json.put("celsius", celsius));
        conditions.watts().ifPresent(watts -> json.put("watts", watts));
        json.put("hot", conditions.isHot());
        json.put("braked", conditions.isBraked());
        return json;
    }

    private static String fastText(List<Searched> tasks) {
        return FACTORS.stream()
                .map(factor -> String.format(Locale.ROOT, "fast_%s %.2f  ", factor, fast(tasks, factor)))
                .collect(Collectors.joining());
    }

    /** Every task, with its level and its sizes. */
    static Answer listed() {
        List<KernelTask> tasks = Stream.concat(KernelTasks.all().stream(), KernelBench.tasks().stream())
                .toList();
        Table table = new Table("task", "level", "sizes", "emulated", "on a device", "in KernelBench");
        for (KernelTask task : tasks) {
            table.row(
                    task.name(),
                    String.valueOf(task.level()),
                    String.join(" ", task.dimensions()),
                    task.timed().toString(),
                    KernelTasks.onAccelerator(task).timed().toString(),
                    theirs(task));
        }
        ObjectNode json = Json.object();
        json.set(
                "listed",
                Json.array(
                        tasks,
                        task -> Json.object()
                                .put("task", task.name())
                                .put("level", task.level())
                                .put("sizes", String.join(" ", task.dimensions()))
                                .put("emulated", task.timed().toString())
                                .put(
                                        "device",
                                        KernelTasks.onAccelerator(task).timed().toString())
                                .put("kernelbench", theirs(task))));
        return Answer.of(json, table.toString());
    }

    private static String theirs(KernelTask task) {
        return task.level() == 0 ? "" : KernelBench.full(task).toString();
    }

    private String text() {
        StringBuilder text = new StringBuilder(backend + ": " + Table.clean(device) + "\n");
        for (Searched one : searched) {
            Table table = new Table(one.task().name(), "stage", "finding");
            for (Attempt attempt : one.refined().attempts()) {
                table.row(
                        attempt.candidate().id(),
                        attempt.finding().stage().name(),
                        attempt.finding().feedback());
            }
            one.refined()
                    .pick()
                    .ifPresent(pick -> table.row(
                            "again: " + pick.candidate().id(),
                            one.result().stage().name(),
                            one.result().feedback()));
            text.append(table);
            if (!one.refined().note().isEmpty()) {
                text.append(one.refined().end())
                        .append(": ")
                        .append(Table.clean(one.refined().note()))
                        .append('\n');
            }
        }
        text.append(fastText(searched));
        levels().forEach((level, tasks) -> {
            if (level > 0) {
                text.append("\nKernelBench level " + level + ", " + tasks.size() + " tasks: " + fastText(tasks));
            }
        });
        text.append('\n');
        if (isOffered) {
            text.append(
                    offered.map(each -> "offered to " + Table.clean(each.family()) + (each.isNew() ? ": " : " before: ")
                                    + each.title() + "; the next cycle of the loop tries it\n")
                            .orElse("nothing is offered: no candidate was found again to be faster\n"));
        }
        return text.toString();
    }
}
