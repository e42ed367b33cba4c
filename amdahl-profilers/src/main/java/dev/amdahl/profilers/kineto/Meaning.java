package dev.amdahl.profilers.kineto;

import dev.amdahl.spi.job.Activity;

/** What rows of one category and name show. */
record Meaning(Activity activity, Trait trait) {
    static Meaning of(Category category, String name) {
        return new Meaning(Naming.activity(category, name), Trait.of(category, name));
    }
}
