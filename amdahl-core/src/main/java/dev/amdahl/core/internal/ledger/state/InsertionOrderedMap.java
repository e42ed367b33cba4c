package dev.amdahl.core.internal.ledger.state;

import java.util.List;
import java.util.Optional;
import org.pcollections.HashPMap;
import org.pcollections.HashTreePMap;
import org.pcollections.TreePMap;

/**
 * Things by id and in order of birth.
 *
 * @param byBirth the things by the event that made them
 * @param births the events by id
 */
record InsertionOrderedMap<T>(TreePMap<Long, T> byBirth, HashPMap<String, Long> births) {
    static <T> InsertionOrderedMap<T> empty() {
        return new InsertionOrderedMap<>(TreePMap.empty(), HashTreePMap.empty());
    }

    Optional<T> get(String id) {
        return birth(id).map(byBirth::get);
    }

    Optional<Long> birth(String id) {
        return Optional.ofNullable(births.get(id));
    }

    boolean holds(String id) {
        return births.containsKey(id);
    }

    /** With a thing new or as it is now; the first birth counts. */
    InsertionOrderedMap<T> with(String id, long birth, T thing) {
        Optional<Long> first = birth(id);
        return first.isPresent()
                ? new InsertionOrderedMap<>(byBirth.plus(first.get(), thing), births)
                : new InsertionOrderedMap<>(byBirth.plus(birth, thing), births.plus(id, birth));
    }

    InsertionOrderedMap<T> without(String id) {
        return birth(id)
                .map(birth -> new InsertionOrderedMap<>(byBirth.minus(birth), births.minus(id)))
                .orElse(this);
    }

    List<T> inOrder() {
        return List.copyOf(byBirth.values());
    }
}
