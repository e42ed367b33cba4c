package dev.amdahl.profilers.kineto;

import dev.amdahl.spi.job.Activity;

/** What rows of one category and name show. */
record EventMeaning(Activity activity, EventTrait trait) {
    static EventMeaning of(Category category, String name) {
        return new EventMeaning(Naming.activity(category, name), EventTrait.of(category, name));
    }
}
