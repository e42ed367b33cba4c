package dev.amdahl.examples.cli.review;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.amdahl.core.internal.ledger.review.ReviewAnswer;
import dev.amdahl.core.internal.ledger.review.ReviewFiles;
import dev.amdahl.core.ledger.LedgerReader;
import dev.amdahl.core.ledger.event.LedgerLocation;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.core.ledger.view.LedgerView;
import dev.amdahl.examples.cli.common.Answer;
import dev.amdahl.examples.cli.common.CliCommand;
import dev.amdahl.examples.cli.common.Hypotheses;
import dev.amdahl.examples.cli.common.Json;
import dev.amdahl.examples.jobs.JobsFile;
import dev.amdahl.examples.publish.ChangeBranch;
import dev.amdahl.examples.publish.Forge;
import dev.amdahl.examples.publish.PullRequest;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.hypothesis.HypothesisState;
import dev.amdahl.spi.hypothesis.JobSpec;
import dev.amdahl.spi.hypothesis.SourceTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code review publish ID}: an approved change as a branch, and as a pull request. */
@Command(
        name = "publish",
        description = "Push an approved change as a branch, and open a pull request; a second call changes nothing.",
        footer = "  amdahl review publish 0198c2 --remote origin --jobs jobs.yaml")
final class ReviewPublishCommand extends CliCommand {
    @Parameters(paramLabel = "ID", description = "The win, by its id or the beginning of it.")
    private String id = "";

    @Option(names = "--jobs", paramLabel = "FILE", description = "The jobs file; default amdahl.yaml.")
    private @Nullable Path jobs;

    @Option(
            names = "--repository",
            paramLabel = "DIR",
            description = "The git repository of a job that declares no source.")
    private @Nullable Path repository;

    @Option(names = "--remote", required = true, paramLabel = "NAME", description = "The remote to push to.")
    private String remote = "";

    @Option(
            names = "--forge",
            paramLabel = "KIND:URL",
            description = "Open a pull request too: github:https://HOST/repos/OWNER/NAME or"
                    + " gitlab:https://HOST/api/v4/projects/ID.")
    private @Nullable String forge;

    @Option(
            names = "--forge-token-env",
            paramLabel = "NAME",
            description = "The variable that holds the forge's token; default ${DEFAULT-VALUE}.")
    private String tokenVariable = "AMDAHL_FORGE_TOKEN";

    @Option(
            names = "--base",
            paramLabel = "BRANCH",
            description =
                    "What the pull request goes to; default the branch that was tested, or that the repository is on.")
    private @Nullable String base;

    @Override
    public Answer answer() throws IOException, InterruptedException {
        String url = requireLedger();
        LedgerView view = LedgerReader.view(url);
        Dossier win = Hypotheses.named(view, id);
        Review review = approval(url, win);
        Optional<Forge> opener = forge == null ? Optional.empty() : Optional.of(Forge.of(forge, token()));
        ChangeBranch branch = new ChangeBranch(source(win), remote);
        PullRequest text = PullRequest.of(view, win, review);
        String target = opener.isEmpty() ? "" : base == null ? branch.base() : base;
        ChangeBranch.Published pushed = branch.push(win.hypothesis(), text.body(), text.message(), review.at());
        ObjectNode json = Json.object()
                .put("id", win.id())
                .put("branch", pushed.branch())
                .put("pushed", pushed.isNew())
                .put("commit", pushed.isNew() ? pushed.commit() : null);
        String said = pushed.isNew()
                ? "pushed " + pushed.commit() + " to " + remote + " as " + pushed.branch()
                : pushed.branch() + " is at " + remote + " already";
        if (opener.isEmpty()) {
            return Answer.of(json.put("pull_request", (String) null).put("opened", false), said);
        }
        Forge.Opened opened = opener.get().open(pushed.branch(), target, text.title(), text.body());
        return Answer.of(
                json.put("pull_request", opened.page()).put("opened", opened.isNew()),
                said + "\n" + (opened.isNew() ? "opened " : "there is already ") + opened.page());
    }

    /** Returns the word of a person without which nothing is published: a cycle has taken it, or it waits for one. */
    private static Review approval(String url, Dossier win) {
        Optional<Review> given = win.state() == HypothesisState.PROMOTED
                ? win.review()
                : LedgerLocation.of(url)
                        .reviews()
                        .flatMap(folder -> new ReviewFiles(folder).newest(win.id()))
                        .filter(answer -> answer.isTo(win))
                        .map(ReviewAnswer::review);
        return given.filter(Review::isApproved)
                .orElseThrow(() -> new InvalidInputException(
                        "hypothesis '" + win.id() + "'",
                        "is not approved: it is " + win.state(),
                        "approve it first: amdahl review approve"));
    }

    private SourceTree source(Dossier win) {
        Optional<SourceTree> declared = JobsFile.declared(jobs).stream()
                .filter(job -> job.family().equals(win.hypothesis().family()))
                .findFirst()
                .flatMap(JobSpec::source);
        if (declared.isPresent() && repository == null) {
            return declared.get();
        }
        if (repository == null || win.hypothesis().needsBuild()) {
            throw new InvalidInputException(
                    "job '" + win.hypothesis().family() + "'",
                    "declares no source here",
                    win.hypothesis().needsBuild()
                            ? "name the jobs file with it by --jobs"
                            : "name its repository by --repository, or the jobs file by --jobs");
        }
        return new SourceTree(repository.toAbsolutePath().normalize(), "HEAD", "", List.of(), List.of());
    }

    private String token() {
        String token = System.getenv(tokenVariable);
        if (token == null || !token.strip().matches("[!-~]+")) {
            throw new InvalidInputException(
                    "variable " + tokenVariable,
                    "does not hold the token of the forge",
                    "set it, or leave out --forge");
        }
        return token.strip();
    }
}
