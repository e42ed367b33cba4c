package dev.amdahl.core.internal.report.accounts;

import dev.amdahl.core.internal.loop.dispatch.Patches;
import dev.amdahl.core.internal.report.accounts.Passage.Gate;
import dev.amdahl.core.internal.report.accounts.Passage.Left;
import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.ModelCall;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.core.ledger.entry.Screening.Stage;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Follows the patches that nobody answers for through the events of a ledger: how many came to each stage and left there. Not thread-safe. */
final class Funnel {
    private static final Set<String> ROLES = Set.of("advisor", "agent");

    private final Map<String, Way> ways = new LinkedHashMap<>();
    private final Map<Stage, Count> stages = new EnumMap<>(Stage.class);
    private final Count offered = new Count();
    private final Count pairs = new Count();
    private final Map<String, String> runs = new HashMap<>();
    private final Set<String> calls = new HashSet<>();

    private static final class Way {
        private boolean isBuilding;
        private boolean isDesigned;
        private boolean isCompared;
        private boolean isWon;
        private boolean isLeft;
    }

    private static final class Count {
        private final List<Left> left = new ArrayList<>();
        private long entered;
        private double seconds;
        private long tokens;
        private double money;

        private void leave(String hypothesis, String reason) {
            left.add(new Left(hypothesis, reason));
        }

        private Gate gate(String name) {
            return new Gate(name, entered, left, seconds, tokens, money);
        }
    }

    void accept(Entry entry) {
        if (entry instanceof Entry.Proposed proposed) {
            if (!Patches.isVouchedFor(proposed.hypothesis())) {
                ways.put(entry.subject(), new Way());
                offered.entered++;
            }
        } else if (entry instanceof Entry.CallReserved reserved) {
            if (reserved.purpose().filter(Funnel::isOfProposer).isPresent()) {
                calls.add(reserved.call());
            }
        } else if (entry instanceof Entry.CallSettled settled) {
            if (calls.remove(settled.call())) {
                offered.tokens += settled.inputTokens() + settled.outputTokens();
                offered.money += settled.money();
                offered.seconds +=
                        settled.outcome().map(ModelCall.Outcome::seconds).orElse(0.0);
            }
        } else if (entry instanceof Entry.RunIntended intended) {
            intend(intended.plan());
        } else if (entry instanceof Entry.RunCollected collected) {
            if (runs.remove(collected.key()) != null) {
                pairs.seconds += collected.result().arms().stream()
                        .mapToDouble(arm -> arm.wallSeconds().orElse(0))
                        .sum();
            }
        } else {
            Way way = ways.get(entry.subject());
            if (way != null) {
                follow(way, entry);
            }
        }
    }

    private static boolean isOfProposer(ModelCall.Purpose purpose) {
        return purpose.proposer().isPresent() || ROLES.contains(purpose.role());
    }

    /** The trial that warms up is a stage of its own. */
    private void intend(RunPlan plan) {
        boolean isWarmUp = plan.purpose() == RunPurpose.TRIAL && plan.index() == 0;
        if (ways.containsKey(plan.hypothesis()) && !isWarmUp) {
            runs.put(plan.key(), plan.hypothesis());
        }
    }

    private void follow(Way way, Entry entry) {
        if (entry instanceof Entry.Sifted sifted) {
            sift(way, sifted);
        } else if (entry instanceof Entry.Moved moved) {
            way.isBuilding = moved.to() == HypothesisState.BUILDING;
            way.isWon = way.isWon || moved.to() == HypothesisState.SURVIVED;
        } else if (entry instanceof Entry.Designed) {
            way.isDesigned = true;
        } else if (entry instanceof Entry.Compared) {
            way.isCompared = true;
        } else if (entry instanceof Entry.Decided decided) {
            decide(way, entry.subject(), decided);
        }
    }

    /** One that is not being built is offered once more. */
    private void sift(Way way, Entry.Sifted sifted) {
        Count count = stages.computeIfAbsent(sifted.stage(), none -> new Count());
        count.entered++;
        count.seconds += sifted.seconds();
        sifted.left().ifPresent(reason -> count.leave(sifted.hypothesis(), reason));
        if (sifted.stage() == Stage.CHECK && !way.isBuilding) {
            offered.entered++;
        } else {
            way.isLeft = way.isLeft || sifted.left().isPresent();
        }
    }

    private void decide(Way way, String id, Entry.Decided decided) {
        way.isBuilding = false;
        if (way.isLeft || way.isWon) {
            return;
        }
        way.isLeft = true;
        String reason = decided.verdict().reason();
        if (way.isDesigned) {
            way.isCompared = true;
            pairs.leave(id, reason);
        } else {
            offered.leave(id, reason);
        }
    }

    /** Returns what came to each stage that there was, in order; nothing where no such patch was offered. */
    List<Gate> gates() {
        if (ways.isEmpty()) {
            return List.of();
        }
        List<Gate> gates = new ArrayList<>(List.of(offered.gate("offered")));
        stages.forEach((stage, count) -> gates.add(count.gate(name(stage))));
        pairs.entered = ways.values().stream().filter(way -> way.isCompared).count();
        gates.add(pairs.gate("pairs"));
        Count won = new Count();
        won.entered = ways.values().stream().filter(way -> way.isWon).count();
        gates.add(won.gate("won"));
        return List.copyOf(gates);
    }

    private static String name(Stage stage) {
        return switch (stage) {
            case CHECK -> "static check";
            case BUILD -> "build";
            case TESTS -> "tests";
            case SMOKE -> "smoke trial";
        };
    }
}
