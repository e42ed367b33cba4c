package dev.amdahl.examples.cli.run;

import dev.amdahl.core.Plugins;
import dev.amdahl.core.ledger.BetweenCycles;
import dev.amdahl.core.ledger.CallPolicy;
import dev.amdahl.core.ledger.Lease;
import dev.amdahl.core.ledger.ModelCalls;
import dev.amdahl.core.roi.Budget;
import dev.amdahl.examples.jobs.ModelsFile;
import dev.amdahl.llm.LlmGateway;
import dev.amdahl.spi.llm.CallBook;
import dev.amdahl.spi.llm.LlmException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
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
     * What a model says; empty without one, and where none gives a usable answer, which is said in one line.
     *
     * @param ledger where calls are booked; empty books them nowhere
     */
    public <T> Optional<T> ask(
            Optional<String> ledger, long seed, Consumer<String> remarks, Function<Asked, T> question)
            throws IOException {
        return asked(
                ledger.map(url -> {
                    BetweenCycles booked = new BetweenCycles(url, Clock.systemUTC(), CallPolicy.DEFAULT, remarks);
                    return new Booking(booked, booked::narrow);
                }),
                seed,
                remarks,
                question);
    }

    /** The same of a process that holds the ledger meanwhile, if there is one. */
    public <T> Optional<T> ask(
            Optional<Lease> lease, CallPolicy policy, long seed, Consumer<String> remarks, Function<Asked, T> question)
            throws IOException {
        return asked(
                lease.map(held ->
                        new Booking(new ModelCalls(held, policy, remarks), most -> BetweenCycles.narrow(held, most))),
                seed,
                remarks,
                question);
    }

    /** Where calls are booked, and what bounds them there. */
    private record Booking(CallBook book, Consumer<Budget> narrowing) {}

    private <T> Optional<T> asked(
            Optional<Booking> booking, long seed, Consumer<String> remarks, Function<Asked, T> question)
            throws IOException {
        Optional<ModelsFile> file = file();
        if (file.isEmpty()) {
            return Optional.empty();
        }
        try (WorkFolder work = WorkFolder.temporary()) {
            Optional<LlmGateway> gateway = Models.of(
                            file.get(), Plugins.discover(), work.path(), Clock.systemUTC(), seed, remarks)
                    .gateway();
            if (gateway.isEmpty()) {
                return Optional.empty();
            }
            Budget budget = file.get().budget();
            boolean isBounded = !budget.equals(Budget.UNLIMITED);
            if (isBounded && booking.isEmpty()) {
                remarks.accept(file.get().file() + ": its budget is kept in a ledger and none is given, so nobody is"
                        + " asked; add --ledger");
                return Optional.empty();
            }
            booking.filter(booked -> isBounded)
                    .ifPresent(booked -> booked.narrowing().accept(budget));
            return Optional.of(question.apply(
                    new Asked(gateway.get(), booking.map(Booking::book).orElse(CallBook.NONE))));
        } catch (LlmException none) {
            remarks.accept("no answer of a model (" + none.reason() + "), the rules' stands: " + none.getMessage());
            return Optional.empty();
        }
    }

    /**
     * Whom to ask. Immutable.
     *
     * @param gateway the way to the models
     * @param book where calls are booked
     */
    public record Asked(LlmGateway gateway, CallBook book) {}
}
