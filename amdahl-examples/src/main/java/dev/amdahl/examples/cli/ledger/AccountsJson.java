package dev.amdahl.examples.cli.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.internal.report.accounts.Accounts;
import dev.amdahl.core.internal.report.accounts.CallAccount;
import dev.amdahl.core.internal.report.accounts.FamilyAccount;
import dev.amdahl.core.internal.report.accounts.LatencyWindow;
import dev.amdahl.core.internal.report.accounts.Spent;
import dev.amdahl.core.internal.report.accounts.Throughput;
import dev.amdahl.core.internal.roi.Range;
import dev.amdahl.core.internal.roi.RealizedSaving;
import dev.amdahl.core.internal.roi.ReturnOnInvestment;
import dev.amdahl.core.internal.roi.UnitCost;
import dev.amdahl.core.internal.roi.VerdictGain;
import dev.amdahl.core.ledger.budget.Balance;
import dev.amdahl.core.ledger.budget.Limits;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.cli.common.Outcomes;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The document of {@code ledger accounts}. */
final class AccountsJson {
    private static final ArrayNode UNKNOWN =
            JsonNodeFactory.instance.arrayNode().addNull().addNull().addNull();

    private AccountsJson() {}

    static ObjectNode of(Accounts accounts) {
        ObjectNode json = Json.object();
        ArrayNode budgets = json.putArray("budgets");
        Balance balance = accounts.balance();
        budgets(budgets, "total", balance.budget().total(), balance.total());
        budgets(budgets, "day", balance.budget().perDay(), balance.today());
        json.set("alerts", Json.texts(balance.alerts()));
        json.set("spent", spent(accounts.spent()));
        json.set("calls", calls(accounts.calls()));
        json.put("win_probability", accounts.winProbability());
        json.put("wins_per_day", accounts.winsPerDay());
        json.set("families", Json.array(accounts.families(), AccountsJson::family));
        json.set("roi", orNull(accounts.projected().map(AccountsJson::roi)));
        json.set("roi_captured", orNull(accounts.captured().map(AccountsJson::roi)));
        json.put("freed_accelerators", accounts.freedAccelerators());
        json.set("throughput", orNull(accounts.throughput().map(AccountsJson::throughput)));
        json.set("candidates", Outcomes.candidates(accounts.candidates()));
        return json;
    }

    private static void budgets(ArrayNode rows, String period, Limits limits, Balance.Account account) {
        List<Limits.Use> spent = limits.uses(account.spent());
        List<Limits.Use> overrun = limits.uses(account.overrun());
        List<Limits.Use> reserved = limits.uses(account.reserved());
        for (int i = 0; i < spent.size(); i++) {
            ObjectNode row = rows.addObject()
                    .put("period", period)
                    .put("unit", spent.get(i).unit());
            row.set("limit", Json.number(spent.get(i).limit()));
            row.put("spent", spent.get(i).used());
            row.put("overrun", overrun.get(i).used());
            row.put("reserved", reserved.get(i).used());
        }
    }

    private static ObjectNode spent(Spent spent) {
        ObjectNode json = Json.object()
                .put("experiment_hours", spent.experimentHours())
                .put("evidence_hours", spent.evidenceHours())
                .put("calibration_hours", spent.calibrationHours())
                .put("overrun_hours", spent.overrunHours())
                .put("failed_hours", spent.failedHours())
                .put("no_win_hours", spent.noWinHours())
                .put("tokens", spent.tokens())
                .put("review_minutes", spent.reviewMinutes())
                .put("money", spent.money().total())
                .put("token_money", spent.money().tokens())
                .put("verdicts", spent.verdicts())
                .put("wins", spent.wins())
                .put("builds_not_measured", spent.unmeasuredBuilds());
        json.set("build_hours", Json.number(spent.buildHours()));
        json.set("build_money", Json.number(spent.buildMoney()));
        json.set("hours_per_verdict", Json.number(spent.hoursPerVerdict()));
        json.set("tokens_per_verdict", Json.number(spent.tokensPerVerdict()));
        json.set("hours_per_win", Json.number(spent.hoursPerWin()));
        json.set("money_per_verdict", Json.number(spent.money().perOutcome((int) spent.verdicts())));
        json.set("money_per_win", Json.number(spent.money().perOutcome((int) spent.wins())));
        return json;
    }

    private static ObjectNode calls(CallAccount calls) {
        ObjectNode json = Json.object()
                .put("made", calls.made())
                .put("answers", calls.answers())
                .put("failed", calls.failed())
                .put("escalated", calls.escalated())
                .put("refused", calls.refused())
                .put("cached_tokens", calls.cachedTokens())
                .put("seconds", calls.seconds())
                .put("saved_by_routing", calls.savedByRouting());
        ObjectNode roles = json.putObject("tokens_by_role");
        calls.tokensByRole().forEach(roles::put);
        return json;
    }

    private static ObjectNode family(FamilyAccount family) {
        ObjectNode json = Json.object().put("family", family.family()).put("currency", family.currency());
        json.set("promoted_hours_per_week", family.isScaled() ? range(family.promoted()) : UNKNOWN.deepCopy());
        json.set(
                "promoted_money_per_week",
                family.isScaled() && family.price().isPresent() ? range(family.promotedMoney()) : UNKNOWN.deepCopy());
        json.set("captured_hours_per_week", range(family.promoted()));
        json.set("captured_money_per_week", range(family.promotedMoney()));
        json.set("captured_at_least_hours_per_week", Json.number(family.captured()));
        json.set("captured_at_least_money_per_week", Json.number(family.capturedMoney()));
        json.set("verified_hours_per_week", range(family.verified()));
        json.set("verified_money_per_week", range(family.verifiedMoney()));
        json.set("gain", orNull(family.gain().map(AccountsJson::gain)));
        json.set("realised", orNull(family.realised().map(AccountsJson::realised)));
        json.set("unit", orNull(family.unit().map(AccountsJson::unit)));
        return json;
    }

    private static ObjectNode gain(VerdictGain gain) {
        return Json.object()
                .put("money_per_week", gain.moneyPerWeek())
                .put("accelerator_hours_per_week", gain.acceleratorHoursPerWeek())
                .put("iterations_per_day_before", gain.iterationsPerDayBefore())
                .put("iterations_per_day_after", gain.iterationsPerDayAfter());
    }

    static ObjectNode realised(RealizedSaving saving) {
        ObjectNode json = Json.object();
        json.set("projected_share", range(saving.projected()));
        json.set("realised_share", range(saving.realised()));
        json.set("realised_hours", range(saving.hours()));
        json.put("runs", saving.runs());
        json.set("coverage", Json.number(saving.coverage()));
        json.set("realised_hours_per_week", range(saving.hoursPerWeek()));
        json.put("weeks", saving.weeks());
        json.put("control_families", saving.controls());
        return json;
    }

    private static ObjectNode unit(UnitCost unit) {
        ObjectNode json = Json.object();
        json.set("seconds_per_unit", Json.number(unit.secondsPerUnit()));
        json.set("money_per_unit", Json.number(unit.moneyPerUnit()));
        json.set("joules_per_unit", Json.number(unit.joulesPerUnit()));
        json.set("money_per_joule", Json.number(unit.moneyPerJoule()));
        json.set("units_per_joule", Json.number(unit.unitsPerJoule()));
        return json.put("energy_of_fleet_runs", unit.fleetRuns());
    }

    private static ObjectNode roi(ReturnOnInvestment roi) {
        ObjectNode json = Json.object();
        json.set("gross", range(roi.gross()));
        json.set("net", range(roi.net()));
        json.set("present_value", range(roi.presentValue()));
        json.set("payback_days", Json.number(roi.paybackDays()));
        return json;
    }

    private static ObjectNode throughput(Throughput pace) {
        ObjectNode json = Json.object()
                .put("verdicts", pace.verdicts())
                .put("days", pace.days())
                .put("verdicts_per_day", pace.limits().measuredPerDay())
                .put("most_per_day", pace.limits().most())
                .put("limit", pace.limits().limiting().name())
                .put("longest_step", pace.longest().name())
                .put("slots", pace.limits().slots())
                .put("helpful_slots", pace.limits().helpfulSlots())
                .put("utilisation", pace.utilisation());
        json.set("p50_seconds", Json.number(pace.latency().median()));
        json.set("p90_seconds", Json.number(pace.latency().p90()));
        json.set("windows", Json.array(pace.latencies(), AccountsJson::window));
        ObjectNode steps = json.putObject("mean_seconds");
        pace.steps().forEach((step, seconds) -> steps.put(step.name().toLowerCase(Locale.ROOT), seconds));
        ObjectNode ceilings = json.putObject("ceilings_per_day");
        pace.limits()
                .ceilings()
                .forEach((limit, most) -> ceilings.put(limit.name().toLowerCase(Locale.ROOT), most));
        return json;
    }

    private static ObjectNode window(LatencyWindow window) {
        ObjectNode json = Json.object();
        json.put(
                "days",
                window.days().isPresent() ? Integer.valueOf(window.days().getAsInt()) : null);
        json.put("verdicts", window.verdicts());
        json.set("p50_seconds", Json.number(window.median()));
        json.set("p90_seconds", Json.number(window.p90()));
        return json;
    }

    private static JsonNode orNull(Optional<ObjectNode> value) {
        return value.map(JsonNode.class::cast).orElseGet(JsonNodeFactory.instance::nullNode);
    }

    static ArrayNode range(Range range) {
        return Json.array(List.of(range.low(), range.expected(), range.high()), Json::number);
    }
}
