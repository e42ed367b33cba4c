package dev.amdahl.examples.cli.gpu;

import static java.util.Objects.requireNonNull;

import dev.amdahl.core.internal.refine.RefineLimits;
import dev.amdahl.core.internal.refine.Refinement;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.Bar;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Options;
import dev.amdahl.examples.cli.gpu.BilinearTrial.Product;
import dev.amdahl.gpu.ComputeBackend;
import dev.amdahl.gpu.GemmType;
import dev.amdahl.gpu.bilinear.Format;
import dev.amdahl.gpu.bilinear.KnownRanks;
import dev.amdahl.gpu.bilinear.Ring;
import dev.amdahl.gpu.bilinear.Scheme;
import dev.amdahl.gpu.bilinear.SchemeVerifier;
import dev.amdahl.gpu.bilinear.SearchPlan;
import dev.amdahl.gpu.bilinear.SearchProposer;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.refine.Recorder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code bilinear NxMxP}: looks for a way to multiply matrices with fewer multiplications, and checks every equation of it. */
@Command(
        name = "bilinear",
        description = {
            "Search for a matrix product of few multiplications, exact by all its equations.",
            "It ends at the lowest published rank, at --rank, or when the time is over."
        },
        footer = {"  amdahl bilinear 3x3x3 --seconds 60 --out scheme.json", "  amdahl bilinear --ab 2048 --type fp32"})
public final class BilinearCommand extends CliCommand {
    /** What checking the last finds may take beyond the time of the search. */
    private static final Duration MARGIN = Duration.ofMinutes(10);

    private static final int MAX_SECONDS = 7 * 86_400;
    private static final int MAX_SIDE = 1 << 16;
    private static final int MAX_TABLE = 5;
    private static final int MAX_LEVELS = 3;
    private static final int MAX_CANDIDATES = 256;
    private static final int MIN_PAIRS = 6;
    private static final int MAX_THREADS = 1024;

    @Parameters(arity = "0..1", paramLabel = "NxMxP", description = "The shapes: an N x M times an M x P matrix.")
    private @Nullable String format;

    @Option(
            names = "--field",
            paramLabel = "z|z2",
            description = "Where it holds: any ring, or modulo 2; default ${DEFAULT-VALUE}.")
    private String field = "z";

    @Option(names = "--seconds", paramLabel = "N", description = "Maximum time to search; default ${DEFAULT-VALUE}.")
    private int seconds = 10;

    @Option(names = "--rank", paramLabel = "R", description = "End at this rank instead of the lowest published one.")
    private @Nullable Integer rank;

    @Option(names = "--threads", paramLabel = "N", description = "Walks side by side; default ${DEFAULT-VALUE}.")
    private int threads = 1;

    @Option(names = "--out", paramLabel = "FILE", description = "Write the scheme to a new file, as JSON.")
    private @Nullable Path out;

    @Option(
            names = "--check",
            paramLabel = "FILE",
            description = "Check a scheme that was written, and search nothing.")
    private @Nullable Path check;

    @Option(
            names = "--table",
            description = "Search every format to 5x5x5, --seconds of processor time each, and lift it.")
    private boolean isTable;

    @Option(names = "--side", hidden = true, description = "With --table: the largest side.")
    private int largest = 5;

    @Option(
            names = "--ab",
            paramLabel = "N",
            description =
                    "Predict how much faster the scheme of --check, or Strassen's, multiplies N x N matrices here,"
                            + " and let the loop confirm or refute it by paired trials.")
    private @Nullable Integer side;

    @Option(
            names = "--by-time",
            paramLabel = "N",
            description = "Time schemes of about the lowest rank on N x N matrices here, each beside the plain product,"
                    + " and keep the fastest: of NxMxP, of --check, or Strassen's.")
    private @Nullable Integer timedSide;

    @Option(
            names = "--candidates",
            paramLabel = "K",
            description = "With --by-time: most schemes to time; default ${DEFAULT-VALUE}.")
    private int candidates = 6;

    @Option(
            names = "--levels",
            paramLabel = "L",
            description = "With --ab and --by-time: blocks within blocks, 1 to 3; default ${DEFAULT-VALUE}.")
    private int levels = 1;

    @Option(
            names = "--type",
            paramLabel = "T",
            description = "With --ab and --by-time: fp64, fp32, tf32, fp16 or bf16; default fp64.")
    private String type = "fp64";

    @Option(
            names = "--pairs",
            paramLabel = "N",
            description = "With --ab: most pairs in all; default ${DEFAULT-VALUE}.")
    private int pairs = 80;

    @Mixin
    private final BackendOption backend = new BackendOption();

    @Override
    public Answer answer() throws IOException, InterruptedException {
        Options.within("--levels", levels, 1, MAX_LEVELS);
        if (side != null) {
            return compared(side);
        }
        if (timedSide != null) {
            return fastest(timedSide);
        }
        if (check != null) {
            return SchemeJson.read(check).checked(check, seed());
        }
        if (isTable) {
            Options.within("--side", largest, 2, MAX_TABLE);
            return new BilinearTable(largest, Options.within("--seconds", seconds, 1, MAX_SECONDS), seed()).answer();
        }
        if (format == null) {
            throw new InvalidInputException("bilinear", "no shapes are given", "write them such as 3x3x3");
        }
        if (out != null) {
            requireNew(out);
        }
        BilinearAnswer found = found();
        if (out != null) {
            found.write(out);
        }
        return found.answer();
    }

    private BilinearAnswer found() throws IOException, InterruptedException {
        Options.within("--threads", threads, 1, MAX_THREADS);
        Options.within("--seconds", seconds, 1, MAX_SECONDS);
        Scheme start = Scheme.standard(Format.parse(requireNonNull(format)));
        Ring ring = Ring.parse("--field", field);
        int target = rank == null ? KnownRanks.of(start.format(), ring).orElse(1) : Options.atLeast("--rank", rank, 1);
        SearchPlan plan = new SearchPlan(start, ring, target, Duration.ofSeconds(seconds), seed(), threads);
        return search(plan, Recording.of(ledger(), "bilinear " + plan.start().format() + " " + plan.ring()));
    }

    private static void requireNew(Path file) {
        if (Files.exists(file)) {
            throw new InvalidInputException("--out " + file, "the file exists", "name a new one");
        }
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder) || !Files.isWritable(folder)) {
            throw new InvalidInputException(
                    "--out " + file, "its folder does not exist or cannot be written", "name another place");
        }
    }

    private Answer compared(int n) throws IOException, InterruptedException {
        Options.within("--ab", n, 2, MAX_SIDE);
        Options.atLeast("--pairs", pairs, MIN_PAIRS);
        Scheme scheme = check == null ? Scheme.strassen2x2() : whole(check);
        GemmType<?, ?> arithmetic = arithmetic();
        String url = Optional.ofNullable(ledger()).orElse("jdbc:h2:mem:bilinear");
        try (ComputeBackend device = backend.open()) {
            Product product =
                    new Product(scheme, n, type, device.name(), device.device().name(), levels);
            return new BilinearLoop(url, product, pairs, seed())
                    .run(device, arithmetic)
                    .answer();
        }
    }

    /** Reads a scheme that can be run on a device; one that holds modulo 2 is lifted first. */
    private Scheme whole(Path file) throws IOException {
        SchemeJson read = SchemeJson.read(file);
        Scheme scheme = BilinearLift.whole(read, seed())
                .orElseThrow(() -> new InvalidInputException(
                        "scheme " + file,
                        "holds modulo 2, and no lift to the integers was found",
                        "take one of --field z; --check runs this one modulo 2"));
        Optional<String> wrong = scheme.wrongEquation(Ring.Z);
        if (wrong.isPresent()) {
            throw new InvalidInputException(
                    "scheme " + file, "is not exact over the integers: " + wrong.get(), "take one of --field z");
        }
        return scheme;
    }

    private GemmType<?, ?> arithmetic() {
        return GemmType.all().stream()
                .filter(each -> each.toString().equals(type))
                .findFirst()
                .orElseThrow(() -> new InvalidInputException(
                        "--type", "unknown type '" + type + "'", "write one of " + GemmType.all()));
    }

    /** Searches for the lowest rank where shapes are given, and from there for the fastest. */
    private Answer fastest(int n) throws IOException, InterruptedException {
        Options.within("--by-time", n, 2, MAX_SIDE);
        Options.within("--candidates", candidates, 1, MAX_CANDIDATES);
        if (out != null) {
            requireNew(out);
        }
        GemmType<?, ?> arithmetic = arithmetic();
        Scheme scheme = Scheme.strassen2x2();
        if (check != null) {
            scheme = whole(check);
        } else if (format != null) {
            scheme = found().result().best();
        }
        if (scheme.largestCoefficient() > 1 || !scheme.isExact(Ring.Z)) {
            throw new InvalidInputException(
                    "bilinear --by-time",
                    "the scheme has coefficients beyond -1, 0 and 1, or holds modulo 2 only",
                    "take one of --field z");
        }
        try (ComputeBackend device = backend.open()) {
            Product product =
                    new Product(scheme, n, type, device.name(), device.device().name(), levels);
            BilinearTimes times = BilinearTimes.of(
                    device, arithmetic, product, BilinearTimes.forms(scheme, candidates, levels, seed()), seed());
            if (out != null) {
                BilinearAnswer.write(times.kept(), out);
            }
            return times.answer();
        }
    }

    private BilinearAnswer search(SearchPlan plan, Recorder recorder) {
        Clock clock = Clock.systemUTC();
        Instant begun = clock.instant();
        ExecutorService walks = Executors.newFixedThreadPool(plan.walks());
        try (Bar bar = Bar.lasting("searching", plan.limit())) {
            SearchProposer proposer = new SearchProposer(
                    plan, clock, walks, better -> tell(bar, better, Duration.between(begun, clock.instant())));
            SchemeVerifier verifier = new SchemeVerifier(plan.start().format(), plan.ring());
            new Refinement(proposer, verifier, recorder, clock)
                    .run(RefineLimits.of(Integer.MAX_VALUE, plan.limit().plus(MARGIN)));
            return new BilinearAnswer(plan, proposer.result().orElseThrow());
        } finally {
            walks.shutdownNow();
        }
    }

    private static void tell(Bar bar, Scheme better, Duration after) {
        bar.note(String.format(Locale.ROOT, "rank %d after %.1f s", better.rank(), after.toMillis() / 1e3));
    }
}
