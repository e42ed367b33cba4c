package dev.amdahl.core.internal.loop;

import dev.amdahl.core.internal.steps.Windows;
import dev.amdahl.core.ledger.entry.RunPlan;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.experiment.Sampling;
import dev.amdahl.spi.hypothesis.Fingerprint;
import java.util.ArrayList;
import java.util.List;

/** The windows of a planned run: the same for the same plan and ledger, before the run and after it. */
public final class WindowDraw {
    private WindowDraw() {}

    /** Returns in which order the windows of a run switch the change on and off. */
    public static Windows of(LedgerView view, RunPlan plan) {
        Dossier dossier = view.dossier(plan.hypothesis()).orElseThrow();
        Sampling sampling = dossier.experiment().orElseThrow().plan().sampled();
        Fingerprint fingerprint = dossier.hypothesis().fingerprint();
        List<Boolean> orders = new ArrayList<>();
        for (int pair = 1; pair <= sampling.windowPairs(); pair++) {
            int place = (plan.index() - 1) * sampling.windowPairs() + pair;
            orders.add(OrderDraw.isVariantFirst(Keys.seed(fingerprint), plan.set(), place));
        }
        boolean isA = (Keys.seed(fingerprint, "letter", plan.set(), plan.index()) & 1) == 0;
        return new Windows(sampling, orders, isA ? 'a' : 'b');
    }
}
