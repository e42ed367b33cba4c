package dev.amdahl.examples.jobs;

import dev.amdahl.spi.InvalidInputException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The known keys of one mapping. Immutable. */
final class Fields {
    private final Item owner;
    private final Map<String, Item> items;

    Fields(Item owner, Map<String, Item> items) {
        this.owner = owner;
        this.items = items;
    }

    Optional<Item> optional(String key) {
        return Optional.ofNullable(items.get(key));
    }

    Item required(String key, String remedy) {
        return optional(key).orElseThrow(() -> owner.error("'" + key + "' is missing", remedy));
    }

    List<Item> list(String key) {
        return optional(key).map(Item::list).orElse(List.of());
    }

    /** Returns those of the keys that are given. */
    List<String> given(String... keys) {
        return Stream.of(keys).filter(items::containsKey).toList();
    }

    InvalidInputException error(String problem, String remedy) {
        return owner.error(problem, remedy);
    }
}
