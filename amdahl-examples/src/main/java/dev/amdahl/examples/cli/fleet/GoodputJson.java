package dev.amdahl.examples.cli.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.internal.capacity.AcceleratorTime;
import dev.amdahl.core.internal.capacity.AcceptanceAccount;
import dev.amdahl.core.internal.capacity.CapacityAccount;
import dev.amdahl.core.internal.capacity.CheckpointAdvice;
import dev.amdahl.core.internal.capacity.CoLocation;
import dev.amdahl.core.internal.capacity.FleetAccount;
import dev.amdahl.core.internal.capacity.InterferencePlan;
import dev.amdahl.core.internal.capacity.JobAccount;
import dev.amdahl.core.internal.capacity.TimeBucket;
import dev.amdahl.core.internal.capacity.WarmStandby;
import dev.amdahl.core.internal.roi.Goodput;
import dev.amdahl.examples.cli.common.Json;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** The document of {@code goodput --json}; what is not known is null. */
final class GoodputJson {
    private GoodputJson() {}

    static ObjectNode of(GoodputReport report) {
        FleetAccount account = report.account();
        ObjectNode json = Json.object()
                .put("runs", account.runs())
                .put("jobs_logged", account.jobs().size());
        hours(json, account.time());
        json.set("runtime_share", Json.number(report.runtimeShare()));
        json.put("failures", account.failures());
        json.set("accelerator_hours_between_failures", Json.number(account.hoursBetweenFailures()));
        json.set("log_names_without_run", Json.texts(account.strangers()));
        json.set("families", Json.array(report.families(), GoodputJson::family));
        json.set("jobs", Json.array(report.jobs(), job -> job(report, job)));
        json.set("capacity", capacity(report.capacity()));
        json.set("co_location", Json.array(report.pairs(), GoodputJson::pair));
        json.set("standby", report.standby().map(GoodputJson::standby).orElse(none()));
        json.set("acceptance", report.acceptance().map(GoodputJson::acceptance).orElse(none()));
        return json;
    }

    private static JsonNode none() {
        return JsonNodeFactory.instance.nullNode();
    }

    private static void hours(ObjectNode json, AcceleratorTime time) {
        json.put("allocated_accelerator_hours", time.allocatedHours());
        for (TimeBucket part : TimeBucket.values()) {
            json.put(part.label() + "_accelerator_hours", time.hours(part));
        }
    }

    private static ObjectNode family(FleetAccount.FamilyAccount family) {
        ObjectNode json = Json.object()
                .put("family", family.family())
                .put("jobs", family.jobs())
                .put("jobs_logged", family.logged())
                .put("failures", family.failures());
        json.set("queue_hours", Json.number(family.knownQueueHours()));
        json.put("queue_known_jobs", family.queuedJobs());
        hours(json, family.time());
        return json;
    }

    private static ObjectNode job(GoodputReport report, JobAccount job) {
        ObjectNode json = Json.object()
                .put("job", job.job())
                .put("family", job.family())
                .put("accelerators", job.accelerators())
                .put("attempts", job.attempts())
                .put("failures", job.habit().failures());
        hours(json, job.time());
        json.set("availability", Json.number(job.availability()));
        json.set("runtime_share", Json.number(job.runtimeShare()));
        json.set("efficiency", Json.number(job.efficiency()));
        json.set(
                "goodput",
                Json.number(job.goodput()
                        .map(Goodput::value)
                        .map(OptionalDouble::of)
                        .orElse(OptionalDouble.empty())));
        json.set("effective_time_ratio", Json.number(job.effectiveTimeRatio()));
        json.set("checkpoints", report.advice(job).map(GoodputJson::advice).orElse(none()));
        json.set("standby_accelerator_hours_per_day", Json.number(report.standbySaving(job)));
        return json;
    }

    private static JsonNode advice(CheckpointAdvice advice) {
        ObjectNode json = Json.object()
                .put("write_seconds", advice.writeSeconds())
                .put("mean_seconds_between_failures", advice.meanSecondsBetweenFailures())
                .put("basis", advice.isPooled() ? "fleet" : "job");
        json.set("interval_seconds", Json.number(advice.intervalNow()));
        json.set("overhead_share", Json.number(advice.overheadNow()));
        return json.put("best_interval_seconds", advice.intervalBest())
                .put("best_overhead_share", advice.overheadBest());
    }

    private static ObjectNode capacity(CapacityAccount capacity) {
        ObjectNode json = Json.object().put("undiagnosed_accelerator_hours", capacity.undiagnosedHours());
        json.set(
                "rows",
                Json.array(
                        capacity.rows(),
                        row -> Json.object()
                                .put("loss", row.loss())
                                .put("accelerator_hours", row.acceleratorHours())
                                .put("more_work_factor", row.factor(capacity.allocatedHours()))
                                .set("queue_hours", Json.number(row.queueHours()))));
        return json;
    }

    private static ObjectNode pair(CoLocation pair) {
        ObjectNode json = Json.object()
                .put("first", pair.first())
                .put("second", pair.second())
                .put("first_class", pair.firstLimit().name())
                .put("second_class", pair.secondLimit().name())
                .put("memory_share", pair.memoryShare())
                .put("slowdown_bound", pair.slowdownBound())
                .put("gain_bound", pair.gainBound());
        json.set("accelerator_hours_bound", Json.number(pair.hoursBound()));
        json.set("saving", none());
        json.put("claim", CoLocation.CLAIM);
        InterferencePlan plan = pair.plan();
        ObjectNode experiment = Json.object()
                .put("statement", plan.statement())
                .put("baseline", plan.baseline())
                .put("variant", plan.variant())
                .put("metric", plan.metric())
                .put("blocks", plan.blocks());
        experiment.set("guardrails", Json.texts(plan.guardrails()));
        json.set("experiment", experiment);
        return json;
    }

    private static JsonNode standby(WarmStandby standby) {
        ObjectNode json = Json.object()
                .put("accelerators", standby.standbyAccelerators())
                .put("failures_per_accelerator_hour", standby.failuresPerAcceleratorHour())
                .put("repair_hours", standby.repairHours())
                .put("swap_hours", standby.swapHours());
        json.set("break_even_accelerators", Json.number(standby.breakEvenAccelerators()));
        return json;
    }

    private static JsonNode acceptance(AcceptanceAccount acceptance) {
        ObjectNode json = Json.object().put("accepted", acceptance.accepted()).put("unknown", acceptance.unknown());
        json.set("rate", Json.number(acceptance.rate()));
        json.set("rejected", reasons(acceptance.rejected()));
        json.set("days", Json.array(acceptance.days(), day -> {
            ObjectNode row = Json.object()
                    .put("date", day.date().toString())
                    .put("accepted", day.accepted())
                    .put("unknown", day.unknown());
            row.set("rate", Json.number(day.rate()));
            row.set("rejected", reasons(day.rejected()));
            return row;
        }));
        return json;
    }

    private static ObjectNode reasons(Map<String, Integer> rejected) {
        ObjectNode json = Json.object();
        new TreeMap<>(rejected).forEach(json::put);
        return json;
    }
}
