package dev.amdahl.gpu.kernel;

import static java.util.Objects.requireNonNull;

import dev.amdahl.gpu.KernelSource;
import dev.amdahl.gpu.internal.kernel.scan.HackReport;
import dev.amdahl.gpu.internal.kernel.scan.SourceScan;
import dev.amdahl.gpu.kernel.device.DeviceArena;
import dev.amdahl.gpu.kernel.device.KernelDevice;
import dev.amdahl.gpu.kernel.device.KernelFailure;
import dev.amdahl.gpu.kernel.device.LoadedKernel;
import dev.amdahl.gpu.kernel.device.OneLaunch;
import dev.amdahl.gpu.kernel.device.TritonCompiler;
import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.ErrorCategory;
import dev.amdahl.spi.refine.Candidate;
import dev.amdahl.spi.refine.Finding;
import dev.amdahl.spi.refine.Stage;
import dev.amdahl.spi.refine.Verifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Judges kernels in CUDA C++: form, text, build, right results on inputs drawn again each time, and speed against the task's baseline.
 * Each candidate runs in a process of its own. Thread-safe; verifications wait for each other, so that they do not disturb each other's
 * times.
 */
public final class KernelVerifier implements Verifier {
    private static final int MAX_BYTES = 1 << 16;

    private final KernelTask task;
    private final KernelDevice device;
    private final VerificationSettings rigour;
    private final PairedStatistics statistics;
    private final LongSupplier seeds;
    private final TimedBlock.Watch watch;
    private final CandidateForm baseline;
    private final long bytes;
    private final Map<String, List<TimedBlock>> blocks = new ConcurrentHashMap<>();

    /**
     * @param statistics that judge the pairs of times
     * @param seeds where inputs start from; whoever knows them in advance can write the answers down
     */
    public KernelVerifier(
            KernelTask task,
            KernelDevice device,
            VerificationSettings rigour,
            PairedStatistics statistics,
            LongSupplier seeds) {
        this(task, device, rigour, statistics, seeds, TimedBlock.Watch.NONE);
    }

    /**
     * Overload of {@code KernelVerifier}: blocks in which the device was slowed, or had another clock, are measured again, at most twice.
     *
     * @param watch tells so of each block
     */
    public KernelVerifier(
            KernelTask task,
            KernelDevice device,
            VerificationSettings rigour,
            PairedStatistics statistics,
            LongSupplier seeds,
            TimedBlock.Watch watch) {
        this.task = requireNonNull(task);
        this.device = requireNonNull(device);
        this.rigour = requireNonNull(rigour);
        this.statistics = requireNonNull(statistics);
        this.seeds = requireNonNull(seeds);
        this.watch = requireNonNull(watch);
        baseline = CandidateForm.parse(task.baseline(), task.dimensions());
        bytes = DeviceArena.bytes(task.mostElements(), task.inputs().size() + 1);
    }

    /** Returns what a proposer must know of a task: what to compute, in which form. */
    public static String statement(KernelTask task) {
        return task.statement() + "\nSizes: " + task.dimensions() + ". Parameters: "
                + task.inputs().stream().map(KernelTask.Input::name).toList() + ", the output, the sizes.\n"
                + CandidateForm.DESCRIPTION + others(task);
    }

    /** Overload of {@code statement}: where kernels in Triton can be judged, it says so. */
    public static String statement(KernelTask task, KernelDevice device) {
        return statement(task) + (device.triton().isPresent() ? TritonForm.DESCRIPTION : "");
    }

    private static String others(KernelTask task) {
        String others = task.inputs().stream()
                .filter(input -> input.type() != InputType.FLOAT32)
                .map(input -> "const " + input.type().text() + " *" + input.name())
                .collect(Collectors.joining(", "));
        return others.isEmpty() ? "" : "Not of floats are " + others + ".\n";
    }

    /**
     * Returns the command that launches a candidate once at the timed shape, for programs that watch a device.
     *
     * @param file where its source lies then
     * @return empty where it has no form, or no device runs it
     */
    public Optional<List<String>> command(Candidate candidate, Path file) {
        try {
            CandidateForm form = CandidateForm.parse(candidate.source(), task.dimensions());
            Shape shape = task.timed();
            List<OneLaunch.Buffer> buffers = Stream.concat(
                            task.inputs().stream()
                                    .map(input -> new OneLaunch.Buffer(
                                            input.words(shape), input.type() == InputType.FLOAT32)),
                            Stream.of(new OneLaunch.Buffer(task.output().applyAsInt(shape), false)))
                    .toList();
            return device.command(new OneLaunch(form.entries(), form.launches(shape), buffers, shape.sizes()), file);
        } catch (IllegalArgumentException | ArithmeticException formless) {
            return Optional.empty();
        }
    }

    /** Returns the timed blocks of the last judgement of a candidate; none if it did not come so far. */
    public List<TimedBlock> blocks(Candidate candidate) {
        return blocks.getOrDefault(candidate.source(), List.of());
    }

    @Override
    public Finding verify(Candidate candidate) {
        String source = candidate.source();
        int length = source.getBytes(StandardCharsets.UTF_8).length;
        if (source.isBlank() || length > MAX_BYTES || source.indexOf('\0') >= 0) {
            return Milestone.NO_FORM.stopped(
                    "no source of 1 to " + MAX_BYTES + " bytes without zeros, but one of " + length);
        }
        if (source.startsWith(KernelSource.ASSEMBLY)) {
            return Milestone.NO_FORM.stopped("PTX is taken from Triton alone; write CUDA C++");
        }
        boolean isTriton = TritonForm.isOne(source);
        CandidateForm form;
        try {
            form = isTriton ? triton(source) : CandidateForm.parse(source, task.dimensions());
        } catch (IllegalArgumentException | ArithmeticException wrong) {
            return Milestone.NO_FORM.stopped(String.valueOf(wrong.getMessage()));
        } catch (CandidateRejectedException rejected) {
            return rejected.finding();
        }
        Optional<HackReport> plain = isTriton ? Optional.empty() : SourceScan.complaint(source);
        if (plain.isPresent()) {
            HackReport report = plain.get();
            return report.hack()
                    .map(hack -> Milestone.suspect(Stage.FORMED, hack, report.text()))
                    .orElseGet(() -> Milestone.NO_FORM.stopped(report.text()));
        }
        synchronized (device) {
            return run(form, source);
        }
    }

    private CandidateForm triton(String source) throws CandidateRejectedException {
        TritonForm form = TritonForm.parse(source);
        TritonCompiler compiler = device.triton()
                .orElseThrow(() -> new IllegalArgumentException("no kernel in Triton runs here; write CUDA C++"));
        try {
            TritonCompiler.Compiled compiled = compiler.compile(form.request(task))
                    .orElseThrow(() -> new IllegalArgumentException(
                            "Triton is not installed for the python3 of this machine; write CUDA C++"));
            return form.of(compiled, task);
        } catch (KernelFailure failure) {
            throw CandidateRejectedException.of(failure);
        }
    }

    private Finding run(CandidateForm form, String source) {
        blocks.remove(source);
        try {
            Finding found = look(form, source);
            boolean isIncredible = found.speedup()
                    .filter(gain -> gain.ratio() > rigour.incredible())
                    .isPresent();
            return isIncredible ? Retrial.of(found, () -> look(form, source)) : found;
        } catch (KernelFailure failure) {
            return CandidateRejectedException.of(failure).finding();
        } catch (CandidateRejectedException rejected) {
            return rejected.finding();
        }
    }

    /** In new processes, on new inputs. */
    private Finding look(CandidateForm form, String source) throws KernelFailure, CandidateRejectedException {
        RandomGenerator random = new SplittableRandom(seeds.getAsLong());
        try (LoadedKernel kernel = device.load(form.source(), form.entries(), bytes);
                LoadedKernel known = known()) {
            CorrectnessCheck ofBaseline = new CorrectnessCheck(task, baseline, known, random);
            if (device.isAccelerated()) {
                // Both processes are asked alike before the clock: a virtual machine that is warm launches sooner.
                ofBaseline.check(rigour.hidden(), rigour.repetitions());
            }
            PairedBenchmark benchmark = new PairedBenchmark(
                    task,
                    rigour,
                    statistics,
                    watch,
                    random,
                    new CorrectnessCheck(task, form, kernel, random),
                    ofBaseline);
            Finding found = benchmark.finding();
            blocks.put(source, benchmark.blocks());
            return found;
        }
    }

    private LoadedKernel known() {
        try {
            return device.load(baseline.source(), baseline.entries(), bytes);
        } catch (KernelFailure failure) {
            throw new AmdahlException(
                    ErrorCategory.INTERNAL,
                    "the baseline of " + task + " cannot be loaded: " + failure.text(),
                    failure);
        }
    }
}
