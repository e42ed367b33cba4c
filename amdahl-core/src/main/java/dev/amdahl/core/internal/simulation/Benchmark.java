package dev.amdahl.core.internal.simulation;

import dev.amdahl.core.internal.stats.Arguments;
import dev.amdahl.core.stats.design.EvidencePolicy;
import dev.amdahl.core.stats.online.OnlineStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * The rules beside each other on the same simulated experiments: on a fleet where nothing helps, with planted wins, and on a
 * programme where one change in ten helps. The same for the same seed, whatever the threads. Immutable and thread-safe.
 *
 * <p>Experiments come in ledgers of 100, over which online control runs. An experiment with a planted win or another
 * scenario takes its bar from a place in such a programme, and leaves no trace there.
 */
public final class Benchmark {
    /** Planted wins, as fractions. */
    public static final List<Double> EFFECTS = List.of(.02, .03, .05, .10);

    private static final int LEDGER = 100;
    private static final int OTHERS_EVERY = 10;
    private static final int TRUE_WINS_EVERY = 10;
    private static final int NULL_PLACE = 1;
    private static final int PROGRAMME_PLACE = 2;
    private static final int WIN_PLACE = 3;
    private static final int OTHER_PLACE = 4;
    private static final int DRAW_PLACE = 5;

    private static final List<Scenario> WINS =
            EFFECTS.stream().map(Scenario::win).toList();

    private final NoiseModel model;
    private final int experiments;
    private final long seed;
    private final List<Contender> contenders;

    /** Something that decides. Thread-safe. */
    private interface Contender {
        String name();

        /** Returns a new ledger of it. */
        Ledger ledger();
    }

    /** One ledger of it. Not thread-safe. */
    private interface Ledger {
        /** Decides the next experiment of the ledger. */
        RuleOutcome next(SimulatedExperiment experiment);

        /** Decides an experiment in the place of the one just before, and forgets it. */
        RuleOutcome aside(SimulatedExperiment experiment);
    }

    /**
     * @param experiments in each of the cells: no effect, each planted win, the programme; a tenth in each other scenario
     * @throws IllegalArgumentException if experiments is below 1
     */
    public Benchmark(NoiseModel model, int experiments, long seed, EvidencePolicy policy) {
        this.model = model;
        this.experiments = Arguments.requireAtLeast("experiments", experiments, 1);
        this.seed = seed;
        List<Contender> all = new ArrayList<>();
        all.add(new Ours("amdahl", policy.withStrictFdr(false)));
        all.add(new Ours("amdahl-strict", policy.withStrictFdr(true)));
        BaselineRule.ALL.forEach(rule -> all.add(new Peer(rule)));
        this.contenders = List.copyOf(all);
    }

    /** The names of the scenarios beside planted wins. */
    public static List<String> scenarios() {
        return Scenario.OTHERS.stream().map(Scenario::name).toList();
    }

    /**
     * Runs everything on the common pool of threads.
     *
     * @param progress told how many experiments of each cell are done; may be called from any thread
     */
    public List<RuleScore> run(IntConsumer progress) {
        int ledgers = (experiments + LEDGER - 1) / LEDGER;
        AtomicIntegerArray scored = new AtomicIntegerArray(ledgers);
        List<RuleScore> scores = IntStream.range(0, ledgers * contenders.size())
                .parallel()
                .mapToObj(task -> {
                    int ledger = task / contenders.size();
                    RuleScore score = score(contenders.get(task % contenders.size()), ledger * LEDGER);
                    if (scored.incrementAndGet(ledger) == contenders.size()) {
                        progress.accept(Math.min(LEDGER, experiments - ledger * LEDGER));
                    }
                    return score;
                })
                .toList();
        return IntStream.range(0, contenders.size())
                .mapToObj(contender -> IntStream.range(0, ledgers)
                        .mapToObj(ledger -> scores.get(ledger * contenders.size() + contender))
                        .reduce(RuleScore::plus)
                        .orElseThrow())
                .toList();
    }

    private RuleScore score(Contender contender, int from) {
        int to = Math.min(experiments, from + LEDGER);
        Tally nothing = Tally.EMPTY;
        Ledger nothingHelps = contender.ledger();
        for (int i = from; i < to; i++) {
            nothing = nothing.with(Scenario.NO_OP, nothingHelps.next(experiment(Scenario.NO_OP, NULL_PLACE, i)));
        }
        Tally programme = Tally.EMPTY;
        List<Tally> wins = empty(WINS.size());
        List<Tally> others = empty(Scenario.OTHERS.size());
        Ledger mixed = contender.ledger();
        for (int i = from; i < to; i++) {
            Scenario drawn = drawn(i);
            programme = programme.with(drawn, mixed.next(experiment(drawn, PROGRAMME_PLACE, i)));
            for (int k = 0; k < WINS.size(); k++) {
                aside(mixed, WINS.get(k), WIN_PLACE + 10 * k, i, wins, k);
            }
            for (int k = i % OTHERS_EVERY; k < Scenario.OTHERS.size(); k += OTHERS_EVERY) {
                aside(mixed, Scenario.OTHERS.get(k), OTHER_PLACE + 10 * k, i, others, k);
            }
        }
        return new RuleScore(contender.name(), nothing, wins, programme, others);
    }

    private void aside(Ledger ledger, Scenario scenario, int place, int i, List<Tally> tallies, int k) {
        RuleOutcome outcome = ledger.aside(experiment(scenario, place, i));
        tallies.set(k, tallies.get(k).with(scenario, outcome));
    }

    /** One change in ten helps, by one of the planted wins. */
    private Scenario drawn(int i) {
        SplittableRandom random = Seeds.at(seed, DRAW_PLACE, i);
        return random.nextInt(TRUE_WINS_EVERY) == 0 ? WINS.get(random.nextInt(WINS.size())) : Scenario.NO_OP;
    }

    private SimulatedExperiment experiment(Scenario scenario, int place, int i) {
        return SimulatedExperiment.of(model, scenario, Seeds.of(seed, place, i));
    }

    private static List<Tally> empty(int size) {
        List<Tally> tallies = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            tallies.add(Tally.EMPTY);
        }
        return tallies;
    }

    private record Peer(BaselineRule rule) implements Contender, Ledger {
        @Override
        public String name() {
            return rule.name();
        }

        @Override
        public Ledger ledger() {
            return this;
        }

        @Override
        public RuleOutcome next(SimulatedExperiment experiment) {
            return rule.decision().of(experiment);
        }

        @Override
        public RuleOutcome aside(SimulatedExperiment experiment) {
            return rule.decision().of(experiment);
        }
    }

    private record Ours(String name, EvidencePolicy policy) implements Contender {
        @Override
        public Ledger ledger() {
            AmdahlRule rule = new AmdahlRule(policy);
            HypothesisStream programme = new HypothesisStream(policy);
            return new Ledger() {
                private double bar;

                @Override
                public RuleOutcome next(SimulatedExperiment experiment) {
                    bar = programme.submit();
                    RuleOutcome outcome = rule.decide(experiment, bar);
                    programme.outcome(outcome.p());
                    return outcome;
                }

                @Override
                public RuleOutcome aside(SimulatedExperiment experiment) {
                    return rule.decide(experiment, bar);
                }
            };
        }
    }

    /** The stream of experiments of one ledger, several of them open at a time; gives each its bar. Not thread-safe. */
    private static final class HypothesisStream {
        private static final int OPEN_AT_ONCE = 8;

        private final EvidencePolicy policy;
        private final OnlineStream stream;
        private final Deque<Double> open = new ArrayDeque<>();

        HypothesisStream(EvidencePolicy policy) {
            this.policy = policy;
            this.stream = policy.onlineFdr().start();
        }

        /** Submits the next experiment and gives its bar; the oldest is decided first where {@value #OPEN_AT_ONCE} are open. */
        double submit() {
            if (open.size() == OPEN_AT_ONCE) {
                stream.decide(stream.submitted() - OPEN_AT_ONCE, open.removeFirst());
            }
            return policy.bar(stream.submit());
        }

        /** What the experiment just submitted will turn out to be. */
        void outcome(double p) {
            open.addLast(p);
        }
    }
}
