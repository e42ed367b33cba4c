package dev.amdahl.examples.cli.ledger;

import dev.amdahl.core.AmdahlLoop;
import dev.amdahl.core.CycleReport;
import dev.amdahl.core.internal.report.review.ReviewSettings;
import dev.amdahl.core.ledger.Ledger;
import dev.amdahl.spi.InvalidInputException;

/** Records what people say in a control room, as {@code ledger note}, {@code prioritize} and {@code cancel} do; stops no runs. Stateless. */
public record LedgerOperator(String url) implements ReviewSettings.Operator {
    @Override
    public void steer(String hypothesis, String by, ReviewSettings.Action action, String text) {
        Turn.with(url, ledger -> word(ledger, hypothesis, by, action, text));
    }

    private static CycleReport word(
            Ledger ledger, String hypothesis, String by, ReviewSettings.Action action, String text) {
        AmdahlLoop loop =
                AmdahlLoop.builder(ledger).scheduler(new NoScheduler()).build();
        return switch (action) {
            case NOTE -> loop.note(hypothesis, by, text);
            case FIRST, LAST ->
                loop.prioritize(
                        hypothesis,
                        by,
                        Priorities.of(ledger.view(), hypothesis, action == ReviewSettings.Action.FIRST));
            case NORMAL -> loop.prioritize(hypothesis, by, 0);
            case CANCEL -> {
                requireNoRuns(ledger, hypothesis);
                yield loop.cancel(hypothesis, by, text);
            }
        };
    }

    private static void requireNoRuns(Ledger ledger, String hypothesis) {
        long running = ledger.view().inFlight().stream()
                .filter(run -> run.plan().hypothesis().equals(hypothesis))
                .count();
        if (running > 0) {
            throw new InvalidInputException(
                    "hypothesis '" + hypothesis + "'",
                    "has runs in flight, which this server cannot stop: " + running,
                    "use ledger cancel where the loop runs");
        }
    }
}
