package dev.amdahl.llm.route;

import com.google.common.base.Ticker;
import dev.amdahl.spi.InvalidInputException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The one place of all rules about models: which there are, who may use them, and for how much.
 *
 * @param tiers cheapest first
 * @param tiersOfRole the tiers that a role may use; a role that is not named may use all
 * @param allowed the only models that may be asked; empty for all
 * @param mostPrice most price of one call
 * @param samples how often a cheap model is asked where the answers must agree
 * @param agreement share of the samples that must agree
 * @param escalations most changes to a better tier for one question
 * @param mostTime most time of one call
 * @param ticker measures it
 */
public record RouterSettings(
        List<Tier> tiers,
        Map<String, Set<String>> tiersOfRole,
        Set<String> allowed,
        double mostPrice,
        int samples,
        double agreement,
        int escalations,
        Duration mostTime,
        Ticker ticker) {
    public RouterSettings {
        tiers = List.copyOf(tiers);
        tiersOfRole = Map.copyOf(tiersOfRole);
        allowed = Set.copyOf(allowed);
    }

    /** Starts without a model. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns the tiers that a role may use, with the models that anybody may use. */
    List<Tier> tiersFor(String role) {
        return tiers.stream()
                .filter(tier ->
                        !tiersOfRole.containsKey(role) || tiersOfRole.get(role).contains(tier.name()))
                .map(tier -> new Tier(
                        tier.name(),
                        tier.models().stream().filter(this::isAllowed).toList()))
                .filter(tier -> !tier.models().isEmpty())
                .toList();
    }

    private boolean isAllowed(RoutedModel model) {
        return allowed.isEmpty() || allowed.contains(model.name());
    }

    /** Returns the model that would answer everything if nobody chose. */
    RoutedModel best() {
        return tiers.get(tiers.size() - 1).models().get(0);
    }

    /** Returns how many of the samples must agree. */
    int votesNeeded() {
        return Math.max(1, (int) Math.ceil(samples * agreement - 1e-9));
    }

    /** Collects the rules. Not thread-safe. */
    public static final class Builder {
        private final List<Tier> tiers = new ArrayList<>();
        private final Map<String, Set<String>> tiersOfRole = new HashMap<>();
        private Set<String> allowed = Set.of();
        private double mostPrice = 1;
        private int samples = 3;
        private double agreement = 2.0 / 3;
        private int escalations = 1;
        private Duration mostTime = Duration.ofMinutes(2);
        private Ticker ticker = Ticker.systemTicker();

        private Builder() {}

        /** Sets one more tier, better than those before it. */
        public Builder tier(String name, RoutedModel... models) {
            tiers.add(new Tier(name, Arrays.asList(models)));
            return this;
        }

        /** Sets the only tiers that a role may use; none of them forbids it models. */
        public Builder role(String role, String... names) {
            tiersOfRole.put(role, Set.of(names));
            return this;
        }

        /** The only models that may be asked, whatever else is configured; default all. */
        public Builder allowed(Set<String> names) {
            allowed = names;
            return this;
        }

        /** Most price of one call; default 1. */
        public Builder mostPrice(double value) {
            mostPrice = value;
            return this;
        }

        /** Sets how often a cheap model is asked where answers must agree, and the share that must; default 3 and two thirds. */
        public Builder agreement(int times, double share) {
            samples = times;
            agreement = share;
            return this;
        }

        /** Most changes to a better tier for one question; default 1. */
        public Builder escalations(int most) {
            escalations = most;
            return this;
        }

        /** Most time of one call; default two minutes. */
        public Builder mostTime(Duration value) {
            mostTime = value;
            return this;
        }

        /** Measures time; default the system's. */
        public Builder ticker(Ticker value) {
            ticker = value;
            return this;
        }

        /**
         * Returns the rules.
         *
         * @throws InvalidInputException if there is no model, two have one name, or a rule names what there is not
         */
        public RouterSettings build() {
            Set<String> tierNames = new HashSet<>();
            Set<String> models = new HashSet<>();
            for (Tier tier : tiers) {
                require(tierNames.add(tier.name()), "tier '" + tier.name() + "'", "occurs twice");
                require(!tier.models().isEmpty(), "tier '" + tier.name() + "'", "has no model");
                for (RoutedModel model : tier.models()) {
                    require(models.add(model.name()), "model '" + model.name() + "'", "occurs twice");
                }
            }
            require(!tiers.isEmpty(), "models", "there is no tier");
            tiersOfRole.forEach((role, names) -> names.forEach(name -> require(
                    tierNames.contains(name), "role '" + role + "'", "names tier '" + name + "', there is none")));
            allowed.forEach(
                    name -> require(models.contains(name), "allowed models", "there is no model '" + name + "'"));
            require(mostPrice >= 0, "price of a call", "is " + mostPrice);
            require(samples >= 1 && agreement > 0 && agreement <= 1, "agreement", samples + " samples, " + agreement);
            require(escalations >= 0, "escalations", "are " + escalations);
            return new RouterSettings(
                    tiers, tiersOfRole, allowed, mostPrice, samples, agreement, escalations, mostTime, ticker);
        }

        private static void require(boolean holds, String place, String problem) {
            if (!holds) {
                throw new InvalidInputException(place, problem, "correct the settings of models");
            }
        }
    }
}
