package dev.amdahl.examples.cli.gpu;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import dev.amdahl.core.internal.workspace.PatchFilter;
import dev.amdahl.core.internal.workspace.PatchRefusedException;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.jobs.JobsFile;
import dev.amdahl.examples.jobs.Nearest;
import dev.amdahl.examples.jobs.ProposalFolder;
import dev.amdahl.gpu.kernel.HostLauncher;
import dev.amdahl.gpu.kernel.KernelTask;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.hypothesis.Bottleneck;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.SourceTree;
import dev.amdahl.spi.refine.Candidate;
import dev.amdahl.spi.refine.Speedup;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * {@code --family F --file P}: a kernel that held in the lab becomes a hypothesis on a job, a patch of the file of its source that holds
 * that kernel. The lab's factor is what its author expects; what the job gains, the loop's pairs decide. Not thread-safe.
 */
final class KernelOffer {
    private static final int DIGITS = 12;
    private static final int CONTEXT = 3;

    @Option(names = "--jobs", paramLabel = "FILE", description = "With --family: the jobs file; default amdahl.yaml.")
    private @Nullable Path jobs;

    @Option(
            names = "--family",
            paramLabel = "F",
            description = "Offer a kernel that held to the loop, as a hypothesis on this job.")
    private @Nullable String family;

    @Option(
            names = "--file",
            paramLabel = "PATH",
            description = "With --family: the file of its source with the kernel, and TASK_launch().")
    private @Nullable String file;

    @Option(
            names = "--addresses",
            paramLabel = "CLASS",
            split = ",",
            description = "With --family: what the kernel's time counts as in the job.")
    private List<Bottleneck> addresses = List.of(
            Bottleneck.KERNEL_INEFFICIENT,
            Bottleneck.MEMORY_BOUND,
            Bottleneck.COMPUTE_BOUND,
            Bottleneck.PRODUCTIVE,
            Bottleneck.UNATTRIBUTED);

    /**
     * What was offered.
     *
     * @param title what people read
     * @param source under which the ledger knows it
     * @param isNew whether it was not offered before
     */
    record Offered(String title, String source, String family, boolean isNew) {
        ObjectNode json() {
            return Json.object()
                    .put("family", family)
                    .put("title", title)
                    .put("source", source)
                    .put("new", isNew);
        }
    }

    /**
     * A job that takes kernels.
     *
     * @param ledger beside which they are offered
     * @param before the lines of the file as it is
     */
    record Target(
            Path jobs, JobSpec job, LedgerLocation ledger, String file, List<String> before, List<String> classes) {

        Offered offer(KernelTask task, String device, Candidate winner, Speedup shown) {
            String digest = digest(winner.source());
            String title = String.format(
                    Locale.ROOT,
                    "%s kernel %s: %.2f times as fast in the lab on %s (95 %%: %.2f to %.2f)",
                    task.name(),
                    digest,
                    shown.ratio(),
                    device,
                    shown.lower(),
                    shown.upper());
            String source = "kernel:" + task.name() + ":" + device + ":" + digest;
            Map<String, Object> hypothesis = Map.of(
                    "title", title, "addresses", classes, "expected", Math.max(0, 1 - 1 / Math.max(1, shown.lower())));
            boolean isNew = ProposalFolder.of(ledger)
                    .enter(jobs, job.family(), hypothesis, diff(HostLauncher.file(task, winner.source())), source)
                    .isNew();
            return new Offered(title, source, job.family(), isNew);
        }

        private String diff(String after) {
            List<String> lines = UnifiedDiffUtils.generateUnifiedDiff(
                    "a/" + file,
                    "b/" + file,
                    before,
                    DiffUtils.diff(before, after.lines().toList()),
                    CONTEXT);
            return String.join("\n", lines) + "\n";
        }

        private static String digest(String source) {
            try {
                byte[] digest = MessageDigest.getInstance("SHA-256").digest(source.getBytes(StandardCharsets.UTF_8));
                return HexFormat.of().formatHex(digest).substring(0, DIGITS);
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every Java has SHA-256", e);
            }
        }
    }

    /**
     * Returns what was named, checked before anything is searched for; empty if nothing was.
     *
     * @param ledger the one that was named
     * @throws InvalidInputException if only half is said, or the job does not open the file
     */
    Optional<Target> target(@Nullable String ledger, List<KernelTask> tasks) {
        String asked = family;
        String path = file;
        if (asked == null && path == null) {
            return Optional.empty();
        }
        if (asked == null || path == null || ledger == null || tasks.size() != 1) {
            throw new InvalidInputException(
                    "kernel --family",
                    "a hypothesis is half described",
                    "give one TASK, --family, --file and --ledger");
        }
        Path named = JobsFile.orUsual(jobs)
                .orElseThrow(() -> new InvalidInputException(
                        "--jobs", "no jobs file is named", "add --jobs FILE, or go where " + JobsFile.USUAL + " is"));
        List<JobSpec> known = JobsFile.read(named).jobs();
        JobSpec job = known.stream()
                .filter(each -> each.family().equals(asked))
                .findFirst()
                .orElseThrow(() -> new InvalidInputException(
                        "--family",
                        "no job of " + named + " is named '" + asked + "'",
                        Nearest.remedy(
                                asked, known.stream().map(JobSpec::family).toList())));
        SourceTree source = job.source()
                .orElseThrow(() -> new InvalidInputException(
                        "--family " + asked, "the job declares no source", "add 'source' with its repository"));
        List<String> before = PatchFilter.found(source, path)
                .orElseThrow(() -> new InvalidInputException(
                        "--file " + path,
                        "git has no such text in " + source.repository() + " at " + source.revision(),
                        "name a file relative to that repository, and commit it"));
        Target target = new Target(
                named,
                job,
                LedgerLocation.of(ledger),
                path,
                before,
                addresses.stream().map(Enum::name).toList());
        ProposalFolder.of(target.ledger());
        try {
            PatchFilter.allowing(source.editable()).touched(target.diff(String.join("\n", before) + "\n//"));
        } catch (PatchRefusedException refused) {
            throw new InvalidInputException(
                    "--file " + path, String.valueOf(refused.getMessage()), "see docs/kernels.md", refused);
        }
        return Optional.of(target);
    }
}
