package dev.amdahl.core.functional;

import static org.assertj.core.api.Assertions.assertThat;

import dev.amdahl.core.ledger.entry.Entry;
import dev.amdahl.core.ledger.entry.ModelCall;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.spi.hypothesis.Advisor;
import dev.amdahl.spi.hypothesis.Briefing;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.Proposal;
import dev.amdahl.spi.hypothesis.Provenance;
import dev.amdahl.spi.llm.CallBook;
import dev.amdahl.spi.llm.LlmReply;
import dev.amdahl.spi.llm.LlmUsage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Of several advisors that are paid for, the loop asks whichever brings most for what it costs. */
class ProposerStoryTest {
    @TempDir(factory = MemoryFolder.class)
    Path folder;

    /** Pays for a call each time, and offers a patch of a line of its own: each of them wins, or none does. */
    private static final class Paid implements Advisor {
        private final String name;
        private final String word;
        private final int line;
        private final String claimed;
        private int asked;

        Paid(String name, String word, int line, String claimed) {
            this.name = name;
            this.word = word;
            this.line = line;
            this.claimed = claimed;
        }

        @Override
        public Optional<String> proposer() {
            return Optional.of(name);
        }

        @Override
        public List<Proposal> propose(Briefing briefing) {
            if (briefing.attempts().stream().anyMatch(attempt -> attempt.isOpen() && !isInReview(attempt.state()))) {
                return List.of();
            }
            asked++;
            pay(briefing.calls(), name + asked, briefing.job().family());
            Proposal patch = SiftingBuilder.patch(name + " " + asked, line + 10 * asked, word);
            return List.of(new Proposal(
                    patch.title(),
                    patch.addresses(),
                    patch.change(),
                    patch.expectedFraction(),
                    new Provenance(Provenance.Origin.MODEL, claimed)));
        }

        private static boolean isInReview(HypothesisState state) {
            return state == HypothesisState.IN_REVIEW;
        }

        private static void pay(CallBook book, String question, String about) {
            CallBook.Intent intent = new CallBook.Intent(question, "model-1", "advisor", about, 1000, 2);
            CallBook.Ticket ticket = book.reserve(intent);
            LlmUsage usage = new LlmUsage(600, 0, 100, .5);
            book.settle(new CallBook.Call(
                    ticket.id(),
                    intent,
                    "what is slow?",
                    Optional.of(new LlmReply("the loop", "model-1", usage)),
                    Optional.empty(),
                    usage,
                    Duration.ofSeconds(2)));
        }
    }

    private World world(Advisor... advisors) {
        World world = new World(folder, new Cluster(1, SiftingBuilder::run), SiftingBuilder.job(folder));
        world.policy = World.BLIND;
        world.more = loop -> loop.builder(new SiftingBuilder()).advisors(List.of(advisors));
        return world;
    }

    @Test
    void whoeverWinsIsAskedMore() {
        Paid losing = new Paid("losing", "unbuilt", 1_000, "model-1");
        Paid winning = new Paid("winning", "wins", 50_000, "model-1");
        World world = world(losing, winning);
        world.cyclesInOneProcess(90, report -> {});

        assertThat(winning.asked).isGreaterThan(1);
        assertThat(losing.asked)
                .as("asked in turn it is in each of 90 cycles, as its patches end at once")
                .isLessThan(16);
        assertThat(winning.asked + losing.asked)
                .isEqualTo(world.entries(Entry.CallReserved.class).size());
    }

    @Test
    void nobodyPassesForAnother() {
        Paid posing = new Paid("posing", "unbuilt", 1_000, "other:model-1");
        Paid other = new Paid("other", "unbuilt", 50_000, "model-1");
        Proposal free = SiftingBuilder.patch("free", 90_000, "unbuilt");
        Advisor unpaid = briefing -> List.of(new Proposal(
                free.title(),
                free.addresses(),
                free.change(),
                free.expectedFraction(),
                new Provenance(Provenance.Origin.MODEL, "posing:me")));
        LedgerView view = world(posing, other, unpaid)
                .cyclesInOneProcess(40, report -> {})
                .view();

        assertThat(view.calls()).extracting(ModelCall::proposer).containsOnly("posing", "other");
        assertThat(view.dossiers())
                .filteredOn(dossier -> dossier.hypothesis().title().startsWith("posing"))
                .isNotEmpty()
                .allMatch(dossier -> dossier.hypothesis().provenance().source().equals("posing:other:model-1"));
        assertThat(view.dossiers())
                .filteredOn(dossier -> dossier.hypothesis().title().equals("free"))
                .singleElement()
                .satisfies(dossier ->
                        assertThat(dossier.hypothesis().provenance().source()).isEqualTo("posing-me"));
    }

    @Test
    void oneAloneIsAskedAsEverAndKeepsItsName() {
        Paid alone = new Paid("alone", "unbuilt", 1_000, "model-1");
        LedgerView view = world(alone).cycles(3).view();

        assertThat(alone.asked).isGreaterThan(0);
        assertThat(view.dossiers().get(0).hypothesis().provenance().source()).isEqualTo("model-1");
    }
}
