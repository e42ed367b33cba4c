package dev.amdahl.core.internal.simulation;

import dev.amdahl.core.internal.loop.OrderDraw;
import dev.amdahl.core.internal.loop.WholeRuns;
import dev.amdahl.core.internal.loop.verify.Harm;
import dev.amdahl.core.internal.stats.Arguments;
import dev.amdahl.core.internal.steps.StepNoise;
import dev.amdahl.core.internal.steps.Windows;
import dev.amdahl.core.stats.Summary;
import dev.amdahl.core.stats.design.ArmMedians;
import dev.amdahl.core.stats.design.Assessment;
import dev.amdahl.core.stats.design.EvidencePolicy;
import dev.amdahl.core.stats.design.Noise;
import dev.amdahl.core.stats.design.SequentialDesign;
import dev.amdahl.core.stats.design.SequentialRun;
import dev.amdahl.spi.experiment.Design;
import dev.amdahl.spi.experiment.Sampling;
import dev.amdahl.spi.hypothesis.Switch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * What a verdict costs by each source of pairs, and how often it is wrong: a job of one hour on one accelerator, run once a day. The same for
 * the same seed, whatever the threads. Immutable and thread-safe.
 *
 * <p>The extra time is that of A/A runs, pairs, and the check of a win or of a twin; evidence runs, which every source needs, are left out.
 */
public final class Designs {
    /** Standard deviations of the log of a run's seconds. */
    public static final List<Double> NOISES = List.of(.03, .05, .10);
    /** What changes save, as fractions; 0 for those without effect, below 0 for harm. */
    public static final List<Double> EFFECTS = List.of(0.0, .03, .05, .10, .30, -.30);

    private static final double USUAL = .05;
    private static final int EQUAL_PAIRS = 4;
    private static final double SHORT = 1 / 30.0;
    /** Share of a run that its steps are. */
    private static final double STEADY = .95;

    private static final int STEPS = 3600;
    /** Of the logarithm of a step's seconds, beside what is of the whole run. */
    private static final double STEP_NOISE = .10;

    private static final double STEP_CORRELATION = .9;
    private static final double MIN_WINDOW_SIGMA = .005;
    private static final double HOURS_A_DAY = 24;
    private static final int PLACE = 8;
    private static final int BATCH = 50;

    private final int experiments;
    private final long seed;
    private final EvidencePolicy policy;

    /** What else happens to runs while an experiment lasts. */
    public enum World {
        /** Nothing. */
        CALM,
        /** Runs get 1 % slower each day. */
        DRIFT,
        /** A week has slow days and fast ones, up to 10 % apart from the mean. */
        SEASON,
        /** What slows a run slows the next: a first-order autoregression of .9, 10 % strong. */
        PERSISTENT,
        /** Hosts differ by 10 %, and a run gets any of them. */
        HOSTS,
        /** Inputs grow by 1 % a day and vary by 20 %; time grows by the power .8 of them. */
        SIZES;

        /** Returns its name in documents. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * One cell.
     *
     * @param design where pairs came from
     * @param world what else happened
     * @param noise standard deviation of the log of a run's seconds
     * @param effect what the change saved, as a fraction
     * @param experiments how many were run
     * @param found share that ended as a win
     * @param pairs mean number of them, A/A pairs included
     * @param hours mean extra accelerator-hours
     * @param days from the first A/A run to the end, as a median
     * @param runs scheduled runs within which nine of ten experiments are found; NaN if fewer are
     * @param exposed runs with the change that 95 of 100 experiments keep within
     */
    public record Score(
            Design design,
            World world,
            double noise,
            double effect,
            int experiments,
            double found,
            double pairs,
            double hours,
            double days,
            double runs,
            double exposed) {}

    private record Ended(boolean isWin, int pairs, int exposed, double hours, double days) {}

    /** @throws IllegalArgumentException if experiments is below 1 */
    public Designs(int experiments, long seed, EvidencePolicy policy) {
        this.experiments = Arguments.requireAtLeast("experiments", experiments, 1);
        this.seed = seed;
        this.policy = policy;
    }

    /** Returns how many cells the table has. */
    public static int cells(List<Design> designs) {
        return designs.size() * (NOISES.size() * EFFECTS.size() + World.values().length - 1);
    }

    /**
     * Runs everything on the common pool of threads.
     *
     * @param progress told how many more experiments are done; may be called from any thread
     */
    public List<Score> run(List<Design> designs, IntConsumer progress) {
        List<Score> scores = new ArrayList<>();
        for (Design design : designs) {
            for (double noise : NOISES) {
                for (double effect : EFFECTS) {
                    scores.add(cell(design, World.CALM, noise, effect, progress));
                }
            }
            for (World world : World.values()) {
                if (world != World.CALM) {
                    scores.add(cell(design, world, USUAL, 0, progress));
                }
            }
        }
        return List.copyOf(scores);
    }

    private Score cell(Design design, World world, double noise, double effect, IntConsumer progress) {
        Ended[] all = new Ended[experiments];
        IntStream.range(0, (experiments + BATCH - 1) / BATCH).parallel().forEach(batch -> {
            int to = Math.min(experiments, (batch + 1) * BATCH);
            for (int i = batch * BATCH; i < to; i++) {
                long own = Seeds.of(
                        seed,
                        PLACE,
                        design.name().hashCode(),
                        world.name().hashCode(),
                        Math.round(1000 * noise),
                        Math.round(1000 * effect),
                        i);
                all[i] = new Experiment(design, world, noise, Math.log1p(-effect), own).end();
            }
            progress.accept(to - batch * BATCH);
        });
        double[] wins = Arrays.stream(all)
                .filter(Ended::isWin)
                .mapToDouble(ended -> 2.0 * ended.pairs)
                .sorted()
                .toArray();
        double[] exposed =
                Arrays.stream(all).mapToDouble(Ended::exposed).sorted().toArray();
        return new Score(
                design,
                world,
                noise,
                effect,
                experiments,
                wins.length / (double) experiments,
                Summary.mean(Arrays.stream(all).mapToDouble(Ended::pairs).toArray()),
                Summary.mean(Arrays.stream(all).mapToDouble(Ended::hours).toArray()),
                Summary.median(Arrays.stream(all).mapToDouble(Ended::days).toArray()),
                within(wins, (int) Math.ceil(.9 * experiments)),
                quantile(exposed, .95));
    }

    /** Returns the largest of so many smallest; NaN if there are fewer. */
    private static double within(double[] sorted, int count) {
        return sorted.length < count ? Double.NaN : sorted[count - 1];
    }

    private static double quantile(double[] sorted, double share) {
        return sorted[Math.min(sorted.length - 1, (int) Math.ceil(share * sorted.length) - 1)];
    }

    /** One of them. Not thread-safe. */
    private final class Experiment {
        private final Design design;
        private final World world;
        private final double noise;
        private final double effect;
        private final long orders;
        private final SplittableRandom random;
        private final double[] hosts = new double[4];
        private double persistent;
        private int run;
        private int pairs;
        private int exposed;

        Experiment(Design design, World world, double noise, double effect, long seed) {
            this.design = design;
            this.world = world;
            this.noise = noise;
            this.effect = effect;
            this.orders = seed;
            this.random = new SplittableRandom(seed);
            for (int i = 0; i < hosts.length; i++) {
                hosts[i] = .10 * random.nextGaussian();
            }
            persistent = .10 * random.nextGaussian();
        }

        /** What befalls the next run beside its own noise. */
        private double circumstances(double host) {
            run++;
            double day = design == Design.FIELD ? run : run / HOURS_A_DAY;
            persistent = .9 * persistent + .10 * Math.sqrt(1 - .81) * random.nextGaussian();
            return switch (world) {
                case CALM -> 0;
                case DRIFT -> .01 * day;
                case SEASON -> .10 * Math.sin(2 * Math.PI * day / 7);
                case PERSISTENT -> persistent;
                case HOSTS -> host;
                case SIZES -> -.2 * (.01 * day + .2 * random.nextGaussian());
            };
        }

        private double host() {
            return hosts[random.nextInt(hosts.length)];
        }

        /** Returns the log ratio of the next pair: two halves in the drawn order, on one host where one allocation runs both. */
        private double pair(int set, int index, double changed) {
            double host = host();
            double first = circumstances(host) + noise * random.nextGaussian();
            double second = circumstances(design == Design.FIELD ? host() : host) + noise * random.nextGaussian();
            pairs++;
            return OrderDraw.isVariantFirst(orders, set, index) ? changed + first - second : changed + second - first;
        }

        Ended end() {
            if (design == Design.WINDOWS) {
                return windows();
            }
            double[] equal = new double[EQUAL_PAIRS];
            for (int i = 0; i < equal.length; i++) {
                equal[i] = pair(0, i + 1, 0);
            }
            double sigma = Noise.sigma(equal, List.of(), Noise.CLUSTER);
            int[] index = {0, 0};
            SequentialRun sequence = new SequentialDesign(policy, sigma, policy.highestBar()).begin();
            Assessment last = judge(sequence, sigma, () -> {
                int set = sequence.status() == Assessment.Status.FIRST_SET_PASSED || index[1] > 0 ? 1 : 0;
                exposed++;
                return pair(set + 1, ++index[set], effect);
            });
            boolean isWin = last.status() == Assessment.Status.WIN;
            double each = design == Design.PROBE ? SHORT : 1;
            double hours = design == Design.FIELD ? 2 : 2 * pairs * each;
            double days = design == Design.FIELD ? run : hours / HOURS_A_DAY;
            if (isWin && design == Design.PROBE) {
                List<Double> whole = new ArrayList<>();
                isWin = isUpheld(sigma, last, whole);
                hours += 2 * whole.size();
                days += 2 * whole.size() / HOURS_A_DAY;
            }
            return new Ended(isWin, pairs, exposed, hours, days);
        }

        /** Looks after each pair until it is decided. */
        private Assessment judge(SequentialRun sequence, double sigma, DoubleSupplier next) {
            ArmMedians medians = new ArmMedians(3600, 3600);
            List<Double> current = new ArrayList<>();
            while (!sequence.status().isFinal()) {
                boolean isPassed = sequence.status() == Assessment.Status.FIRST_SET_PASSED;
                double d = next.getAsDouble();
                if (isPassed) {
                    current.clear();
                }
                current.add(d);
                sequence.add(d);
                double[] so = current.stream().mapToDouble(Double::doubleValue).toArray();
                if (design == Design.FIELD
                        && Harm.of(so, sigma, sequence.evidenceTotals().loss()).isPresent()) {
                    break;
                }
            }
            return sequence.assessment(medians);
        }

        private boolean isUpheld(double sigma, Assessment claim, List<Double> whole) {
            double ratio =
                    claim.effect().map(estimate -> Math.exp(estimate.shrunk())).orElse(1.0);
            Sampling sampling = Sampling.probes(0, STEADY, "");
            WholeRuns check;
            do {
                double changed = Math.log(sampling.whole(Math.exp(effect)));
                whole.add(pair(3, whole.size() + 1, changed));
                pairs--;
                check = new WholeRuns(sampling, sampling.whole(ratio), whole, sigma, 0, 0, 0);
            } while (!check.isSettled());
            return check.contradiction().isEmpty();
        }

        /** Two runs or more, each of which holds as many pairs as fit. */
        private Ended windows() {
            StepNoise steps = new StepNoise(0, STEPS, STEP_NOISE, STEP_CORRELATION);
            Optional<Sampling> fitted = Windows.fit(steps, Switch.DEFAULT);
            Sampling sampling = fitted.orElseThrow();
            double sigma = Math.max(MIN_WINDOW_SIGMA, steps.ofPair(sampling.windowSteps() - sampling.washoutSteps()));
            List<Double> held = new ArrayList<>();
            int[] runs = {0};
            int[] set = {1};
            SequentialRun sequence = new SequentialDesign(policy, sigma, policy.highestBar()).begin();
            Assessment last = judge(sequence, sigma, () -> {
                boolean isPassed = set[0] == 1 && sequence.status() == Assessment.Status.FIRST_SET_PASSED;
                if (isPassed) {
                    set[0] = 2;
                    held.clear();
                }
                if (held.isEmpty()) {
                    runs[0]++;
                    held.addAll(run(sampling, runs[0]));
                }
                pairs++;
                return held.remove(0);
            });
            exposed = runs[0];
            return new Ended(last.status() == Assessment.Status.WIN, pairs, exposed, runs[0], runs[0] / HOURS_A_DAY);
        }

        /** Returns the pairs of one run, whose own noise and circumstances both of its settings share. */
        private List<Double> run(Sampling sampling, int number) {
            List<Double> ratios = new ArrayList<>();
            double step = STEP_NOISE * random.nextGaussian();
            double spread = STEP_NOISE * Math.sqrt(1 - STEP_CORRELATION * STEP_CORRELATION);
            for (int pair = 1; pair <= sampling.windowPairs(); pair++) {
                double[] means = new double[2];
                for (int half = 0; half < 2; half++) {
                    double sum = 0;
                    for (int i = 0; i < sampling.windowSteps(); i++) {
                        step = STEP_CORRELATION * step + spread * random.nextGaussian();
                        sum += i < sampling.washoutSteps() ? 0 : Math.exp(step);
                    }
                    means[half] = Math.log(sum);
                }
                boolean isVariantFirst = OrderDraw.isVariantFirst(orders, number, pair);
                ratios.add(effect + (isVariantFirst ? means[0] - means[1] : means[1] - means[0]));
            }
            return ratios;
        }
    }
}
