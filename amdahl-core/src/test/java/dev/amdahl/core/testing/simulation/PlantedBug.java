package dev.amdahl.core.testing.simulation;

import java.util.List;

/** A mistake that somebody could make in the real sources: text that is there once, and what is in its place. */
record PlantedBug(String name, List<Edit> edits) {
    static final List<PlantedBug> ALL = List.of(
            bug(
                    "skip the look-up",
                    "internal/loop/dispatch/Unconfirmed",
                    "found = scheduler.find(run.plan().key());",
                    "found = Optional.empty();"),
            bug(
                    "intent after submit",
                    "internal/loop/dispatch/Dispatch",
                    "FailPoints.hit(FailPoint.RUN_PLANNED);",
                    "cycle.setup().scheduler().submit(request);"),
            new PlantedBug(
                    "fingerprint not unique",
                    List.of(
                            new Edit(
                                    "internal/ledger/state/HypothesisRules",
                                    "draft.standings(hypothesis.fingerprint())",
                                    "List.<Standing>of()"),
                            new Edit(
                                    "internal/loop/screen/Reopening",
                                    "if (!known.isEmpty()) {",
                                    "if (known.size() > 3) {"))),
            bug(
                    "refund twice",
                    "ledger/budget/Balance",
                    "overrun.plus(cost.minus(within)), reserved.minus(aside));",
                    "overrun.plus(cost.minus(within)), reserved.minus(aside).minus(aside));"),
            new PlantedBug(
                    "order by time",
                    List.of(
                            new Edit(
                                    "ledger/Ledger",
                                    "store.forEachEvent(state.events() + 1, event -> {",
                                    "List<Event> byTime = new ArrayList<>();"
                                            + " store.forEachEvent(state.events() + 1, byTime::add);"
                                            + " byTime.sort(java.util.Comparator.comparing(Event::at));"
                                            + " byTime.forEach(event -> {"),
                            new Edit(
                                    "ledger/Ledger", "return time.isBefore(latest) ? latest : time;", "return time;"))),
            bug(
                    "ignore the fence",
                    "internal/ledger/store/MemoryStore",
                    "if (fence != this.fence) {",
                    "if (fence < 0) {"),
            bug(
                    "count a vote twice",
                    "internal/loop/verify/Refute",
                    "result.votes())",
                    "java.util.stream.Stream.concat(result.votes().stream(), result.votes().stream()).toList())"),
            bug(
                    "random key",
                    "internal/loop/Keys",
                    "return BASE32.encode(Hashing.sha256().hashString(join(parts)",
                    "return BASE32.encode(Hashing.sha256().hashString(join(parts) + java.util.UUID.randomUUID()"),
            bug(
                    "take an error for a failure",
                    "internal/loop/dispatch/Dispatch",
                    "cycle.note(\"submission of \" + plan.key() + \" is not confirmed: \" + refused.getMessage());",
                    "cycle.commit(new Entry.RunEnded(plan.key(), RunState.INFRA_FAILED, \"an error\"));"),
            new PlantedBug(
                    "refuted changes not normalised",
                    List.of(
                            new Edit(
                                    "internal/change/Fingerprints",
                                    "Map<String, LeverSetting> last = new TreeMap<>();",
                                    "Map<String, LeverSetting> last = new java.util.LinkedHashMap<>();"),
                            new Edit(
                                    "internal/change/Fingerprints",
                                    "new TreeMap<>(last)",
                                    "new java.util.LinkedHashMap<>(last)"))),
            bug(
                    "wait for ever for a run that nobody knows",
                    "internal/loop/verify/Collect",
                    "case UNKNOWN -> lookUp(run);",
                    "case UNKNOWN -> {}"),
            bug(
                    "leave a result lying",
                    "internal/loop/verify/Collect",
                    "FailPoints.hit(FailPoint.RUN_ENDED);\n                fetch(run);",
                    "expire(run);"),
            bug(
                    "let the fault of one family end the pass",
                    "internal/loop/Cycle",
                    "if (setup.policy().isSingleComparison() || isOfLedger(broken)) {",
                    "if (true) {"),
            bug(
                    "keep the experiments of a family that is gone",
                    "internal/loop/verify/Expire",
                    "\n                        ? Optional.of(VerdictText.UNDECLARED)",
                    "\n                        ? Optional.empty()"),
            bug(
                    "expire what may have been submitted",
                    "internal/loop/verify/Expire",
                    " && !isUnconfirmed(dossier)",
                    ""),
            bug(
                    "take a plugin's error for one of the loop",
                    "internal/loop/PluginGuard",
                    "throw isOfPlugin(cause) ? failed",
                    "throw cause == null ? failed"));

    /**
     * One replacement.
     *
     * @param file under {@code dev/amdahl/core}, without its ending
     */
    record Edit(String file, String from, String to) {}

    private static PlantedBug bug(String name, String file, String from, String to) {
        return new PlantedBug(name, List.of(new Edit(file, from, to)));
    }

    @Override
    public String toString() {
        return name;
    }
}
