package dev.amdahl.examples.jobs;

import dev.amdahl.core.Plugins;
import dev.amdahl.core.ledger.CallPolicy;
import dev.amdahl.core.ledger.budget.Budget;
import dev.amdahl.core.loop.LoopPolicy;
import dev.amdahl.core.loop.Retention;
import dev.amdahl.core.loop.ScopePolicy;
import dev.amdahl.core.stats.design.EvidencePolicy;
import dev.amdahl.spi.experiment.Design;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.ResourceAxis;
import java.nio.file.FileSystems;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The optional {@code policy:} and {@code budget:} blocks of a jobs file; what is not declared stays at its default.
 *
 * @param unsignedAllowed whether an unsigned approval counts
 * @param maxOpenPerFamily most experiments at once on one family
 * @param strictFdr whether the floor under the error level is dropped
 * @param declaredPairs most pairs of an experiment, both sets together, as they were declared
 * @param minimumEffect minimum practical effect, a fraction
 * @param scope what may be worked on
 * @param floor smallest gain of a whole job that is worth an experiment, a fraction
 * @param noisePrior sd of the log ratio of two equal arms that is expected before any was measured
 * @param noiseTrials pairs of unchanged runs before the first experiment of a job
 * @param calibration share of experiments that are planted wins
 * @param keep how long files of trials stay
 * @param calls what calls of models may take
 * @param designs where pairs may come from; empty for anywhere
 * @param powerAllowed whether changes may cap the power of accelerators
 * @param resampler what counts resampled statistics: the name of a plugin, or auto
 * @param declared what may be spent
 */
public record PolicySettings(
        Optional<Boolean> unsignedAllowed,
        OptionalInt maxOpenPerFamily,
        Optional<Boolean> strictFdr,
        OptionalInt declaredPairs,
        OptionalDouble minimumEffect,
        ScopePolicy scope,
        OptionalDouble floor,
        OptionalDouble noisePrior,
        OptionalInt noiseTrials,
        OptionalDouble calibration,
        Optional<Retention> keep,
        CallPolicy calls,
        Set<Design> designs,
        boolean powerAllowed,
        String resampler,
        Budget declared) {

    private static final List<String> RESAMPLERS = List.of(Plugins.AUTO, "cpu", "gpu");
    private static final double MIN_PRIOR = .001;
    private static final String ALLOW = "allow";
    private static final String DENY = "deny";

    private static Optional<Fields> block(Fields file) {
        return file.optional("policy")
                .map(item -> item.fields(
                        "allow_unsigned",
                        "max_open_per_family",
                        "fdr",
                        "pairs",
                        "minimum_effect",
                        "scope",
                        "floor",
                        "noise",
                        "calibration",
                        "keep",
                        "calls",
                        "designs",
                        "power",
                        "resampler"));
    }

    static boolean isPowerAllowed(Fields file) {
        Optional<Item> power = item(block(file), "power");
        power.filter(item -> !List.of(ALLOW, DENY).contains(item.text())).ifPresent(item -> {
            throw item.error("unknown power '" + item.text() + "'", "write allow or deny");
        });
        return power.filter(item -> item.text().equals(ALLOW)).isPresent();
    }

    static PolicySettings read(Fields file, List<String> families) {
        Optional<Fields> policy = block(file);
        Optional<Fields> noise = item(policy, "noise").map(item -> item.fields("prior", "trials"));
        return new PolicySettings(
                item(policy, "allow_unsigned").map(Item::flag),
                count(item(policy, "max_open_per_family")),
                item(policy, "fdr").map(PolicySettings::isStrict),
                count(item(policy, "pairs")),
                fraction(item(policy, "minimum_effect")),
                scope(item(policy, "scope"), families),
                fraction(item(policy, "floor")),
                fraction(item(noise, "prior").map(PolicySettings::prior)),
                count(item(noise, "trials")),
                fraction(item(policy, "calibration")),
                item(policy, "keep").map(PolicySettings::retention),
                calls(item(policy, "calls")),
                item(policy, "designs").map(PolicySettings::designs).orElse(Set.of()),
                isPowerAllowed(file),
                item(policy, "resampler").map(PolicySettings::resampler).orElse(Plugins.AUTO),
                BudgetSettings.read(file.optional("budget")));
    }

    private static Optional<Item> item(Optional<Fields> block, String key) {
        return block.flatMap(fields -> fields.optional(key));
    }

    private static CallPolicy calls(Optional<Item> block) {
        Optional<Fields> fields = block.map(item -> item.fields("each", "per_cycle", "tokens_per_hypothesis"));
        CallPolicy usual = CallPolicy.DEFAULT;
        return new CallPolicy(
                item(fields, "each").map(Item::duration).orElse(usual.each()),
                item(fields, "per_cycle").map(Item::duration).orElse(usual.perCycle()),
                item(fields, "tokens_per_hypothesis")
                        .map(item -> (long) item.positive())
                        .orElse(usual.tokensPerHypothesis()));
    }

    private static Set<Design> designs(Item item) {
        List<String> names = Arrays.stream(Design.values()).map(Design::label).toList();
        Set<Design> designs = item.list().stream()
                .map(each -> {
                    if (!names.contains(each.text())) {
                        throw each.error("unknown design '" + each.text() + "'", Nearest.remedy(each.text(), names));
                    }
                    return Design.valueOf(each.text().toUpperCase(Locale.ROOT));
                })
                .collect(Collectors.toSet());
        if (designs.isEmpty()) {
            throw item.error("names no design", "list some of " + String.join(", ", names) + ", or remove the key");
        }
        return designs;
    }

    private static String resampler(Item item) {
        if (!RESAMPLERS.contains(item.text())) {
            throw item.error("unknown resampler '" + item.text() + "'", Nearest.remedy(item.text(), RESAMPLERS));
        }
        return item.text();
    }

    private static Retention retention(Item item) {
        return switch (item.text()) {
            case "all" -> Retention.ALL;
            case "failed" -> Retention.FAILED;
            default -> Retention.of(item.duration());
        };
    }

    private static Item prior(Item item) {
        if (item.fraction() < MIN_PRIOR) {
            throw item.error("was below " + MIN_PRIOR, "give the sd of the log ratio of two equal runs, as .05");
        }
        return item;
    }

    /** Returns what is declared and cannot be meant so, one sentence each. */
    public List<String> warnings() {
        return declaredPairs.isPresent() && declaredPairs.getAsInt() < EvidencePolicy.MIN_PAIRS
                ? List.of("policy.pairs: " + declaredPairs.getAsInt() + " is taken as " + EvidencePolicy.MIN_PAIRS
                        + ", as fewer pairs can show no difference of any size")
                : List.of();
    }

    private static boolean isStrict(Item item) {
        String text = item.text();
        if (!text.equals("strict") && !text.equals("floor")) {
            throw item.error("unknown fdr '" + text + "'", "write strict or floor");
        }
        return text.equals("strict");
    }

    private static OptionalInt count(Optional<Item> item) {
        return item.map(value -> OptionalInt.of(value.positive())).orElse(OptionalInt.empty());
    }

    private static OptionalDouble fraction(Optional<Item> item) {
        return item.map(value -> OptionalDouble.of(value.fraction())).orElse(OptionalDouble.empty());
    }

    /** Returns a policy with what is declared here. */
    public LoopPolicy policy(LoopPolicy defaults) {
        EvidencePolicy evidence = defaults.evidence();
        if (declaredPairs.isPresent()) {
            evidence = evidence.withPairs(Math.max(EvidencePolicy.MIN_PAIRS, declaredPairs.getAsInt()));
        }
        if (minimumEffect.isPresent()) {
            evidence = evidence.withMinimumEffect(minimumEffect.getAsDouble());
        }
        LoopPolicy.Builder builder = defaults.toBuilder();
        int trials = noiseTrials.orElse(defaults.noiseTrials());
        if (noisePrior.isPresent()) {
            builder.noise(noisePrior.getAsDouble(), trials);
        } else {
            builder.noiseTrials(trials);
        }
        return builder.calibration(calibration.orElse(defaults.calibration()))
                .evidence(evidence.withStrictFdr(strictFdr.orElse(evidence.strictFdr())))
                .maxOpenPerFamily(maxOpenPerFamily.orElse(defaults.maxOpenPerFamily()))
                .scope(scope(defaults.scope()))
                .retention(keep.orElse(defaults.retention()))
                .calls(calls)
                .designs(designs.isEmpty() ? defaults.designs() : designs)
                .powerAllowed(powerAllowed)
                .unsignedAllowed(unsignedAllowed.orElse(defaults.isUnsignedAllowed()))
                .build();
    }

    private ScopePolicy scope(ScopePolicy defaults) {
        return new ScopePolicy(
                scope.familyWeights(),
                scope.excludedAxes(),
                scope.excludedClasses(),
                floor.orElse(defaults.floor()),
                scope.protecting(defaults.untouchable()).untouchable());
    }

    /** Returns the budget declared here; {@code hours} takes precedence where given. */
    public Budget budget(OptionalDouble hours) {
        return hours.isPresent()
                ? declared.withTotal(declared.total().withAcceleratorHours(hours.getAsDouble()))
                : declared;
    }

    /** Returns what is declared, with the default floor; all is allowed that the block leaves out. */
    private static ScopePolicy scope(Optional<Item> block, List<String> families) {
        ScopePolicy all = ScopePolicy.DEFAULT;
        if (block.isEmpty()) {
            return all;
        }
        Fields fields = block.get().fields("weights", "excluded_axes", "excluded_classes", "untouchable");
        return new ScopePolicy(
                fields.optional("weights").map(item -> weights(item, families)).orElse(Map.of()),
                fields.list("excluded_axes").stream()
                        .map(item -> item.oneOf(ResourceAxis.class))
                        .collect(Collectors.toSet()),
                fields.list("excluded_classes").stream()
                        .map(item -> item.oneOf(Bottleneck.class))
                        .collect(Collectors.toSet()),
                all.floor(),
                fields.list("untouchable").stream().map(PolicySettings::guarded).collect(Collectors.toSet()));
    }

    private static Map<String, Double> weights(Item block, List<String> families) {
        Map<String, Double> weights = new LinkedHashMap<>();
        block.entries().forEach((family, weight) -> {
            if (!families.contains(family)) {
                throw weight.error("no job has the family '" + family + "'", Nearest.remedy(family, families));
            }
            weights.put(family, weight.amount());
        });
        return weights;
    }

    private static String guarded(Item item) {
        String text = item.text();
        try {
            FileSystems.getDefault().getPathMatcher("glob:" + text);
        } catch (IllegalArgumentException e) {
            throw item.error(
                    "'" + text + "' is not a pattern of files",
                    "name a lever, environment:NAME, or files as src/loss/**");
        }
        return text;
    }
}
