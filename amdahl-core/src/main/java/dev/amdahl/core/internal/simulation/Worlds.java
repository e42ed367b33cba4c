package dev.amdahl.core.internal.simulation;

import dev.amdahl.core.internal.stats.Arguments;
import dev.amdahl.core.stats.design.EvidencePolicy;
import dev.amdahl.core.stats.design.Noise;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * What this library's rule makes of changes that do nothing and of wins, in each world of everyday life: what it accepts, what it refutes, which is never
 * tried again, and what it spends. The same for the same seed, whatever the threads. Immutable and thread-safe.
 */
public final class Worlds {
    /** Planted wins, as fractions. */
    public static final List<Double> EFFECTS = List.of(.03, .05, .10);

    /** What most teams would spend at most. */
    public static final int SOON = 60;

    private static final int PLACE = 6;
    private static final int BATCH = 50;

    private final NoiseModel model;
    private final AmdahlRule rule;
    private final int experiments;
    private final long seed;
    private final double bar;

    /**
     * A cell of the table.
     *
     * @param tally what became of its experiments
     * @param soon how many it accepted within {@value Worlds#SOON} pairs
     */
    public record Cell(Tally tally, int soon) {
        private static final Cell EMPTY = new Cell(Tally.EMPTY, 0);

        private Cell plus(Cell other) {
            return new Cell(tally.plus(other.tally), soon + other.soon);
        }
    }

    /**
     * One world.
     *
     * @param world its name
     * @param nothing changes without an effect
     * @param wins by planted win, in the order of {@link #EFFECTS}
     */
    public record Score(String world, Cell nothing, List<Cell> wins) {
        /** Copies the list. */
        public Score {
            wins = List.copyOf(wins);
        }
    }

    /**
     * @param experiments without effect, and as many with each planted win
     * @param isCluster whether the loop expects the spread of a cluster, or that of one shared machine
     * @throws IllegalArgumentException if experiments is below 1
     */
    public Worlds(NoiseModel model, int experiments, long seed, EvidencePolicy policy, boolean isCluster) {
        this.model = model;
        this.experiments = Arguments.requireAtLeast("experiments", experiments, 1);
        this.seed = seed;
        this.rule = new AmdahlRule(policy, isCluster ? Noise.CLUSTER : Noise.LOCAL);
        this.bar = policy.highestBar();
    }

    /** Returns how many experiments are run in all. */
    public static int cells() {
        return World.EVERYDAY.size() * (1 + EFFECTS.size());
    }

    /**
     * Runs everything on the common pool of threads.
     *
     * @param progress told how many more experiments are done; may be called from any thread
     */
    public List<Score> run(IntConsumer progress) {
        List<Score> scores = new ArrayList<>();
        for (World world : World.EVERYDAY) {
            Cell nothing = cell(world, Scenario.NO_OP, 0, progress);
            List<Cell> wins = new ArrayList<>();
            for (int k = 0; k < EFFECTS.size(); k++) {
                wins.add(cell(world, Scenario.win(EFFECTS.get(k)), k + 1, progress));
            }
            scores.add(new Score(world.name(), nothing, wins));
        }
        return List.copyOf(scores);
    }

    private Cell cell(World world, Scenario scenario, int effect, IntConsumer progress) {
        return IntStream.range(0, (experiments + BATCH - 1) / BATCH)
                .parallel()
                .mapToObj(batch -> {
                    int to = Math.min(experiments, (batch + 1) * BATCH);
                    Cell cell = Cell.EMPTY;
                    for (int i = batch * BATCH; i < to; i++) {
                        RuleOutcome outcome = rule.decide(
                                SimulatedExperiment.of(model, scenario, world, Seeds.of(seed, PLACE, effect, i)), bar);
                        boolean isSoon = outcome.isAccepted() && outcome.pairs() <= SOON;
                        cell = new Cell(cell.tally().with(scenario, outcome), cell.soon() + (isSoon ? 1 : 0));
                    }
                    progress.accept(to - batch * BATCH);
                    return cell;
                })
                .reduce(Cell.EMPTY, Cell::plus);
    }
}
