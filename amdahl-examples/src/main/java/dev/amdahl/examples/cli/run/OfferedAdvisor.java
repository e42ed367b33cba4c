package dev.amdahl.examples.cli.run;

import dev.amdahl.examples.jobs.ProposalFolder;
import dev.amdahl.spi.hypothesis.Advisor;
import dev.amdahl.spi.hypothesis.Briefing;
import dev.amdahl.spi.hypothesis.Proposal;
import dev.amdahl.spi.hypothesis.Provenance;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts forward what assistants and searches have offered beside the ledger; it is screened and tested like any other. Thread-safe. */
final class OfferedAdvisor implements Advisor {
    private static final Logger LOG = LoggerFactory.getLogger(OfferedAdvisor.class);

    private final ProposalFolder folder;

    OfferedAdvisor(ProposalFolder folder) {
        this.folder = folder;
    }

    @Override
    public List<Proposal> propose(Briefing briefing) {
        return folder
                .of(briefing.job(), unreadable -> LOG.warn("proposal left out: {}", unreadable.getMessage()))
                .stream()
                .map(offered -> new Proposal(
                        offered.contribution().title(),
                        offered.contribution().addresses(),
                        offered.contribution().change(),
                        offered.contribution().expectedFraction(),
                        new Provenance(Provenance.Origin.MODEL, offered.source())))
                .toList();
    }
}
