package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.entry.RunPurpose;
import dev.amdahl.spi.hypothesis.Lever;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A ledger that forgot experiments, beside a scheduler that still holds their trials by key. */
class LostLedgerStoryTest {
    @TempDir(factory = MemoryFolder.class)
    Path folder;

    /** A result is read by the order of its arms: under one key it is the same, whichever test of a ledger the change is. */
    @Test
    void oneKeyHasItsArmsInOneOrder() throws IOException {
        Map<String, Boolean> first = orders("both", Workload.workers("4"), Workload.log("warn"));
        Map<String, Boolean> second = orders("workers", Workload.workers("4"));
        second.putAll(orders("log", Workload.log("warn")));

        first.keySet().retainAll(second.keySet());
        second.keySet().retainAll(first.keySet());
        assertThat(first).hasSizeGreaterThan(20).isEqualTo(second);
    }

    /** Whether the variant is first, by the key of each trial of an experiment. */
    private Map<String, Boolean> orders(String name, Lever... levers) throws IOException {
        Path place = Files.createDirectories(folder.resolve(name));
        World world = new World(place, 1, Workload.job("nightly", .5, levers).build());
        world.policy = World.BLIND;
        world.untilIdle();
        Map<String, Boolean> orders = new HashMap<>();
        for (Entry.RunIntended intended : world.entries(Entry.RunIntended.class)) {
            RunPlan plan = intended.plan();
            if (plan.purpose() == RunPurpose.TRIAL) {
                orders.put(plan.key(), plan.isVariantFirst());
            }
        }
        return orders;
    }
}
