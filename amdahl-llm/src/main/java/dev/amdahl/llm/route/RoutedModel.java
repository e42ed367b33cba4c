package dev.amdahl.llm.route;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.google.common.hash.Hashing;
import dev.amdahl.llm.answer.PriceList;
import dev.amdahl.spi.llm.LlmBackend;
import dev.amdahl.spi.llm.LlmUsage;

/**
 * A model that questions may be sent to.
 *
 * @param name its name in rules and in the ledger
 * @param backend asks it
 * @param price its entry in the price list, for what the backend does not price itself
 * @param mostPrice most price of one call
 * @param mostOutputTokens most tokens that it may write
 * @param ownTokens most tokens that the backend sends beside the question, such as the prompts of an agent
 */
public record RoutedModel(
        String name, LlmBackend backend, PriceList price, double mostPrice, int mostOutputTokens, long ownTokens) {
    private static final int OUTPUT = 1 << 15;

    public RoutedModel {
        requireNonNull(backend);
        requireNonNull(price);
        if (name.isBlank() || !(mostPrice >= 0) || mostOutputTokens < 1 || ownTokens < 0) {
            throw new IllegalArgumentException("no model: '" + name + "' at most " + mostPrice + " a call, "
                    + mostOutputTokens + " tokens written, " + ownTokens + " of its own");
        }
    }

    /** Returns the digest of where it is asked; empty text where nothing tells. */
    public String placeDigest() {
        String place = backend.place();
        return place.isEmpty() ? "" : Hashing.sha256().hashString(place, UTF_8).toString();
    }

    /** Returns the most price of so many tokens, each of them dear in the way that is dearest. */
    public double most(long read, long written) {
        return Math.max(
                price.usage(read, 0, 0, written).price(),
                Math.max(
                        price.usage(0, read, 0, written).price(),
                        price.usage(0, 0, read, written).price()));
    }

    /** Returns what was used, priced by the list. */
    public double price(LlmUsage usage) {
        long cached = Math.min(usage.cachedTokens(), usage.inputTokens());
        return price.usage(usage.inputTokens() - cached, cached, 0, usage.outputTokens())
                .price();
    }

    /** Creates a model under its backend's name, bounded by the rules for all alone. */
    public static RoutedModel of(LlmBackend backend, PriceList price) {
        return new RoutedModel(backend.name(), backend, price, Double.POSITIVE_INFINITY, OUTPUT, 0);
    }

    /** Returns the same under another name. */
    public RoutedModel named(String other) {
        return new RoutedModel(other, backend, price, mostPrice, mostOutputTokens, ownTokens);
    }

    /** Returns the same with a bound on the price of a call. */
    public RoutedModel withMostPrice(double most) {
        return new RoutedModel(name, backend, price, most, mostOutputTokens, ownTokens);
    }

    /** Returns the same with a bound on what it writes. */
    public RoutedModel withMostOutputTokens(int most) {
        return new RoutedModel(name, backend, price, mostPrice, most, ownTokens);
    }

    /** Returns the same with tokens that the backend adds. */
    public RoutedModel withOwnTokens(long most) {
        return new RoutedModel(name, backend, price, mostPrice, mostOutputTokens, most);
    }
}
