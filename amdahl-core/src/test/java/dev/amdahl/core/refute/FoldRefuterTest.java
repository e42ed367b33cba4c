package dev.amdahl.core.refute;

import dev.amdahl.core.testing.EvidenceFixture;
import dev.amdahl.spi.contract.RefuterContract;
import dev.amdahl.spi.experiment.Evidence;
import dev.amdahl.spi.experiment.Refuter;

class FoldRefuterTest extends RefuterContract {

    @Override
    protected Refuter refuter() {
        return Panel.standard().refuters().get(2);
    }

    @Override
    protected Evidence evidence() {
        return EvidenceFixture.of(Pairs.of(20, Pairs::faster), 11);
    }
}
