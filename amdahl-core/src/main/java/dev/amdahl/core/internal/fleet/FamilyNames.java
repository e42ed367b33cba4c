package dev.amdahl.core.internal.fleet;

import dev.amdahl.spi.job.FamilyTally;
import dev.amdahl.spi.job.FleetTally;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Finds the sums of a family by the bytes of its name, without making a string of them. Not thread-safe. */
final class FamilyNames {
    private static final int MIN = 1 << 10;

    private final FleetTally fleet;
    private Entry[] slots = new Entry[MIN];
    private int size;
    private int generation;

    /** A name and its sums. */
    private static final class Entry {
        private final byte[] name;
        private final FamilyTally tally;

        Entry(byte[] name, FamilyTally tally) {
            this.name = name;
            this.tally = tally;
        }
    }

    FamilyNames(FleetTally fleet) {
        this.fleet = fleet;
        generation = fleet.generation();
    }

    /** The sums; null if another pass adds them up. The name must not be blank. */
    @Nullable
    FamilyTally find(byte[] bytes, int from, int to) {
        int mask = slots.length - 1;
        int slot = (int) Hash.of(bytes, from, to) & mask;
        for (Entry entry = slots[slot]; entry != null; entry = slots[slot]) {
            if (Arrays.equals(entry.name, 0, entry.name.length, bytes, from, to)) {
                return entry.tally;
            }
            slot = (slot + 1) & mask;
        }
        FamilyTally found = fleet.family(Digits.text(bytes, from, to).strip());
        if (fleet.generation() != generation) {
            generation = fleet.generation();
            slots = new Entry[MIN];
            size = 0;
        }
        if (found != null) {
            put(new Entry(Arrays.copyOfRange(bytes, from, to), found));
        }
        return found;
    }

    private void put(Entry added) {
        if (2 * size >= slots.length) {
            Entry[] old = slots;
            slots = new Entry[2 * old.length];
            size = 0;
            for (Entry entry : old) {
                if (entry != null) {
                    put(entry);
                }
            }
        }
        int mask = slots.length - 1;
        int slot = (int) Hash.of(added.name, 0, added.name.length) & mask;
        while (slots[slot] != null) {
            slot = (slot + 1) & mask;
        }
        slots[slot] = added;
        size++;
    }
}
