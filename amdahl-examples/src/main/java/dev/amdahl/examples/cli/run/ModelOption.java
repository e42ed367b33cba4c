package dev.amdahl.examples.cli.run;

import dev.amdahl.core.Plugins;
import dev.amdahl.core.ledger.CallPolicy;
import dev.amdahl.core.ledger.budget.Budget;
import dev.amdahl.core.loop.StandaloneCallBook;
import dev.amdahl.examples.jobs.ModelsFile;
import dev.amdahl.llm.LlmGateway;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.hypothesis.Idea;
import dev.amdahl.spi.hypothesis.IdeaQuery;
import dev.amdahl.spi.hypothesis.IdeaSource;
import dev.amdahl.spi.llm.CallBook;
import dev.amdahl.spi.llm.LlmException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --models FILE}: without it, nobody asks a model. Not thread-safe. */
public final class ModelOption {
    @Option(
            names = "--models",
            paramLabel = "FILE",
            description = "Models that may be asked: docs/models.md. Default none.")
    private @Nullable Path models;

    /** The file, read. */
    public Optional<ModelsFile> file() {
        return Optional.ofNullable(models).map(ModelsFile::read);
    }

    /**
     * Returns what a model says; empty without one, and where none gives a usable answer, which is said in one line.
     *
     * @param plugins the models' backends
     * @param ledger where calls are booked; empty books them nowhere
     * @param policy bounds of a call
     */
    public <T> Optional<T> ask(
            Supplier<Plugins> plugins,
            Optional<String> ledger,
            CallPolicy policy,
            long seed,
            Consumer<String> remarks,
            Function<Asked, T> question)
            throws IOException {
        Optional<ModelsFile> file = file();
        if (file.isEmpty()) {
            return Optional.empty();
        }
        Optional<StandaloneCallBook> booking =
                ledger.map(url -> new StandaloneCallBook(url, Clock.systemUTC(), policy, remarks));
        try (WorkFolder work = WorkFolder.temporary()) {
            Optional<LlmGateway> gateway = Models.of(
                            file.get(), plugins.get(), work.path(), Clock.systemUTC(), seed, remarks)
                    .gateway();
            if (gateway.isEmpty()) {
                return Optional.empty();
            }
            Budget budget = file.get().budget();
            boolean isBounded = !budget.equals(Budget.UNLIMITED);
            if (isBounded && booking.isEmpty()) {
                remarks.accept(file.get().file() + ": its budget is kept in a ledger and none is given, so no model is"
                        + " asked; add --ledger");
                return Optional.empty();
            }
            booking.filter(booked -> isBounded).ifPresent(booked -> booked.narrow(budget));
            return Optional.of(question.apply(
                    new Asked(gateway.get(), booking.map(CallBook.class::cast).orElse(CallBook.NONE))));
        } catch (LlmException none) {
            remarks.accept(
                    "no model answered (" + none.reason() + "), so the rules' answer holds: " + none.getMessage());
            return Optional.empty();
        }
    }

    /**
     * Returns what the notes and the places outside that the file names have on some questions, each idea once; one that fails costs a line.
     *
     * @param plugins the sources
     */
    public List<Idea> ideas(Supplier<Plugins> plugins, long seed, Consumer<String> remarks, List<IdeaQuery> queries)
            throws IOException {
        Optional<ModelsFile> file = file();
        if (file.isEmpty() || queries.isEmpty()) {
            return List.of();
        }
        Map<String, Idea> ideas = new LinkedHashMap<>();
        try (WorkFolder work = WorkFolder.temporary()) {
            for (IdeaSource source :
                    ModelRoles.named(file.get(), plugins.get(), work.path(), Clock.systemUTC(), seed)) {
                try {
                    queries.forEach(query -> source.search(query).forEach(idea -> ideas.putIfAbsent(idea.id(), idea)));
                } catch (AmdahlException failed) {
                    remarks.accept(String.valueOf(failed.getMessage()));
                }
            }
        }
        return List.copyOf(ideas.values());
    }

    /**
     * Whom to ask.
     *
     * @param gateway the way to the models
     * @param book where calls are booked
     */
    public record Asked(LlmGateway gateway, CallBook book) {}
}
