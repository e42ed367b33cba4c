package dev.amdahl.examples.cli.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.loop.LoopPlan;
import dev.amdahl.core.loop.LoopPlan.Span;
import dev.amdahl.examples.cli.common.Json;

/** A plan as a document; what is not known is null. */
final class PlanJson {
    private PlanJson() {}

    static ObjectNode of(LoopPlan plan) {
        boolean isBound = plan.isBoundOnly();
        ObjectNode total =
                Json.object().put("experiments", plan.experiments()).put("measuring_runs", plan.measuringRuns());
        total.set("host_hours", span(plan.hostHours(), isBound));
        total.set("accelerator_hours", span(plan.acceleratorHours(), isBound));
        ObjectNode money = Json.object();
        plan.money().forEach((currency, amount) -> money.set(currency, span(amount, isBound)));
        total.set("money", money);
        ObjectNode json = Json.object();
        json.set("total", total);
        json.set("jobs", Json.array(plan.jobs(), PlanJson::job));
        json.set("budget", Json.array(PlanBudget.of(plan), row -> budget(row, isBound)));
        json.set("notes", Json.texts(plan.notes()));
        return json;
    }

    private static ObjectNode job(LoopPlan.Job job) {
        boolean isBound = job.isBoundOnly();
        ObjectNode json = Json.object()
                .put("family", job.spec().family())
                .put(
                        "accelerators",
                        job.spec().accelerators().holdsNone()
                                ? 0
                                : job.spec().accelerators().count());
        json.set(
                "run_seconds", job.length().isKnown() ? Json.number(job.length().seconds()) : NullNode.getInstance());
        json.set("longest_run_seconds", Json.number(job.length().seconds()));
        json.put("run_seconds_from", job.length().from())
                .put("diagnosed", job.isDiagnosed())
                .put("evidence_runs", job.evidenceRuns())
                .put("noise_pairs", job.noise());
        json.set("sigma", Json.number(job.sigma()));
        json.put("sigma_from", job.noiseFrom());
        json.set("measuring_accelerator_hours", span(job.measuring(), isBound));
        json.set("experiments", Json.array(job.experiments(), experiment -> experiment(experiment, isBound)));
        json.set(
                "left_out",
                Json.array(
                        job.leftOut(),
                        left -> Json.object().put("title", left.title()).put("reason", left.reason())));
        json.set("host_hours", span(job.hostHours(), isBound));
        json.set("accelerator_hours", span(job.acceleratorHours(), isBound));
        json.set(
                "money",
                job.money().<JsonNode>map(money -> span(money, isBound)).orElse(NullNode.getInstance()));
        job.spec().price().ifPresent(price -> json.put("currency", price.currency()));
        return json;
    }

    private static ObjectNode experiment(LoopPlan.Experiment experiment, boolean isBound) {
        ObjectNode json = Json.object()
                .put("place", experiment.place())
                .put("id", experiment.id())
                .put("title", experiment.title())
                .put("running", experiment.isRunning())
                .put("design", experiment.design().label())
                .put("reason", experiment.reason());
        json.set("pairs", span(experiment.pairs(), false));
        json.set("accelerator_hours", span(experiment.hours(), isBound));
        return json;
    }

    private static ObjectNode span(Span span, boolean isBound) {
        ObjectNode json = Json.object();
        json.set("fewest", isBound ? NullNode.getInstance() : Json.number(span.fewest()));
        json.set("expected", isBound ? NullNode.getInstance() : Json.number(span.expected()));
        json.set("most", Json.number(span.most()));
        return json;
    }

    private static ObjectNode budget(PlanBudget bound, boolean isBound) {
        ObjectNode json =
                Json.object().put("period", bound.isPerDay() ? "day" : "ledger").put("unit", bound.unit());
        json.set("limit", Json.number(bound.limit()));
        json.set("used", Json.number(bound.used()));
        json.set("expected", isBound ? NullNode.getInstance() : Json.number(bound.expected()));
        json.set("most", Json.number(bound.most()));
        return json;
    }
}
