package dev.amdahl.core.internal.workspace;

import dev.amdahl.spi.hypothesis.Workbench.Answer;
import dev.amdahl.spi.hypothesis.Workbench.Refusal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;

/** Why a workbench does not do what it was asked; nothing has changed. */
final class BenchRefusal extends Exception {
    private static final long serialVersionUID = 1L;

    private final Refusal refusal;

    BenchRefusal(Refusal refusal, String why) {
        super(why, null, false, false);
        this.refusal = refusal;
    }

    /** What one tool does. */
    @FunctionalInterface
    interface Tool {
        String run() throws BenchRefusal, IOException;
    }

    /** Throws it if a condition does not hold. */
    static void unless(boolean holds, Refusal refusal, String why) throws BenchRefusal {
        if (!holds) {
            throw new BenchRefusal(refusal, why);
        }
    }

    /** Returns what a tool says, or why it did nothing. */
    static Answer answer(Tool tool) {
        try {
            return Answer.of(tool.run());
        } catch (BenchRefusal refused) {
            return Answer.refused(refused.refusal, String.valueOf(refused.getMessage()));
        } catch (FileSystemException strange) {
            return Answer.refused(
                    Refusal.CHANGED_MEANWHILE,
                    "a file is not as it was (" + strange.getClass().getSimpleName() + "), ask again");
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
