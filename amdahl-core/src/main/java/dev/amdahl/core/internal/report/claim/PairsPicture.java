package dev.amdahl.core.internal.report.claim;

import dev.amdahl.core.internal.report.picture.Legend;
import dev.amdahl.core.internal.report.picture.Markup;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.spi.experiment.ExperimentPlan;

/** Draws an experiment: the forest of its pairs with the estimate, and the evidence after each look. */
public final class PairsPicture {
    private PairsPicture() {}

    /** Returns both drawings, side by side where there is room. */
    public static Markup draw(Dossier dossier, ExperimentPlan plan, Pairs pairs) {
        Markup both = new Markup().open("div", "class", "two").open("figure");
        both.element("figcaption", "Effect of each pair, the estimate and its interval");
        both.add(ForestPicture.draw(dossier, plan, pairs));
        new Legend()
                .dot("bf", "baseline ran first")
                .dot("vf", "variant ran first")
                .dot("out", "not counted: warm-up or void")
                .item("mpe", "minimum practical effect")
                .add(both);
        both.close().open("figure");
        both.element("figcaption", "Evidence E after each look; dashed: what a set needs, its figure at the right");
        both.add(EvidencePicture.draw(dossier, plan, pairs));
        return both.close(2);
    }
}
