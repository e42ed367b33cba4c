package dev.amdahl.examples.cli.experiment;

import dev.amdahl.core.CycleReport;
import dev.amdahl.core.ledger.entry.RunState;
import dev.amdahl.examples.cli.common.LiveBlock;
import dev.amdahl.examples.cli.common.Terminal;
import dev.amdahl.examples.cli.common.Width;
import dev.amdahl.examples.cli.common.Words;
import dev.amdahl.examples.cli.run.Progress;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.io.PrintWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** How many pairs have run, what they say so far and why more are run. Not thread-safe. */
final class AbProgress implements Progress {
    private static final int DOTS = 20;

    private final Optional<LiveBlock> block;
    private final String name;
    private final int most;
    private final Consumer<String> lines;
    private final Clock clock;
    private final Instant begun;
    private String last = "";

    /**
     * @param name of what is compared, where there are several; else empty text
     * @param lines hears of each pair, whether somebody watches or not
     */
    AbProgress(String name, int most, Clock clock, PrintWriter out, Consumer<String> lines) {
        this.name = name;
        this.most = most;
        this.lines = lines;
        this.clock = clock;
        begun = clock.instant();
        block = Terminal.isWatched()
                ? Optional.of(new LiveBlock(out, Width.ofTerminal().columns()))
                : Optional.empty();
        block.ifPresent(live -> live.show(List.of(name + "pairs 0 of at most " + most)));
    }

    /** Says something above the progress, or as a line of its own. */
    void remark(String text, PrintWriter out) {
        String line = Terminal.remark(Words.printable(text));
        block.ifPresentOrElse(live -> live.say(line), () -> {
            out.print(line);
            out.flush();
        });
    }

    @Override
    public void after(CycleReport report) {
        report.view().live().stream()
                .filter(dossier -> dossier.state().isInExperiment())
                .findFirst()
                .ifPresent(dossier -> {
                    long pairs = report.view().runsOf(dossier.id()).stream()
                            .filter(run -> run.state() == RunState.COLLECTED
                                    && run.plan().index() > 0)
                            .count();
                    boolean isConfirming = dossier.state() == HypothesisState.CONFIRMING;
                    block.ifPresent(live ->
                            live.show(Stream.concat(Stream.of(line(pairs)), AbSoFar.of(report.view(), dossier).stream())
                                    .toList()));
                    say("pairs " + pairs + " of at most " + most + (isConfirming ? ", confirming" : ""));
                });
    }

    private String line(long pairs) {
        int filled = (int) Math.min(DOTS, DOTS * pairs / Math.max(1, most));
        long spent = Duration.between(begun, clock.instant()).toMillis();
        return name
                + (Terminal.showsBlocks() ? "●" : "#").repeat(filled)
                + (Terminal.showsBlocks() ? "○" : ".").repeat(DOTS - filled)
                + String.format(Locale.ROOT, " %d/%d pairs", pairs, most)
                + (pairs == 0
                        ? ""
                        : String.format(
                                Locale.ROOT, ", at most %d s", Math.max(1, spent * (most - pairs) / pairs / 1000)));
    }

    private void say(String line) {
        if (!line.equals(last)) {
            last = line;
            lines.accept(name + line);
        }
    }

    @Override
    public void close() {
        block.ifPresent(LiveBlock::close);
    }
}
