package dev.amdahl.core.testing.simulation;

/**
 * What a scheduler promises.
 *
 * @param knowsKeys whether the same key never runs twice
 * @param looksUpSurely whether a look-up sees every run that arrived a visibility window ago
 */
record Promises(boolean knowsKeys, boolean looksUpSurely) {
    /** Whether neither is promised: a lost submission stays unknown, and is never made again. */
    boolean isNothing() {
        return !knowsKeys && !looksUpSurely;
    }

    static Promises draw(Dice dice) {
        boolean knowsKeys = dice.chance(.6);
        return new Promises(knowsKeys, dice.chance(knowsKeys ? .5 : .8));
    }
}
