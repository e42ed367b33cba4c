package dev.amdahl.spi.experiment;

import dev.amdahl.spi.hypothesis.Hypothesis;
import java.util.List;

/** What a person is shown before a promotion: claim, evidence, votes, change, money. Will grow; implementations are immutable. */
public interface ReviewPacket {

    /** The review's id: the hypothesis's. */
    default String id() {
        return hypothesis().id();
    }

    /** The claim with its change. */
    Hypothesis hypothesis();

    /** What was measured. */
    Comparison comparison();

    /** Every vote. */
    List<Vote> votes();

    /** What the reader must see in red: unchecked work, unprotected metrics. */
    List<String> warnings();

    /** The ledger's head hash over exactly this evidence. */
    String evidenceHead();
}
