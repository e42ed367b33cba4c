package dev.amdahl.examples.embed;

import dev.amdahl.core.observe.LoopListener;
import dev.amdahl.spi.experiment.Verdict;

/** Prints what was found out, and what people should know. */
public final class VerdictLog implements LoopListener {
    @Override
    public void verdict(Verdict verdict) {
        System.out.println(verdict.state() + " " + verdict.hypothesis().title() + ": " + verdict.reason());
    }

    @Override
    public void note(String line) {
        System.out.println("note: " + line);
    }
}
