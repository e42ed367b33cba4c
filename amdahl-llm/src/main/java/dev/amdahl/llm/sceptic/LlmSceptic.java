package dev.amdahl.llm.sceptic;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.google.common.hash.Hashing;
import dev.amdahl.llm.LlmGateway;
import dev.amdahl.llm.LlmQuestion;
import dev.amdahl.llm.sceptic.Objection.Claim;
import dev.amdahl.llm.sceptic.Objection.Figure;
import dev.amdahl.spi.experiment.Evidence;
import dev.amdahl.spi.experiment.Refuter;
import dev.amdahl.spi.experiment.Trial;
import dev.amdahl.spi.experiment.Vote;
import dev.amdahl.spi.experiment.Vote.Ballot;
import dev.amdahl.spi.llm.LlmException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A model that tries to break a claimed win through one lens. It refutes only with an objection of a closed list whose figure the
 * library works out again from the evidence and finds beyond the library's own bound; whatever else it says, and if it cannot be asked,
 * it abstains, and that has no weight. Thread-safe where the gateway is.
 */
public final class LlmSceptic implements Refuter {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int MAX_TOKENS = 2_000;
    private static final int MAX_REASON = 300;
    private static final int PROMPT_DIGITS = 4;
    /** A model may round: by a tenth of the figure, or by one percentage point. */
    private static final double ROUNDING = .1;

    private final Lens lens;
    private final LlmGateway gateway;
    private final Duration timeLimit;
    private final String name;

    /**
     * Returns a sceptic.
     *
     * @param lens what it looks at
     * @param model what the operator calls the model behind the gateway; part of the name that its record is kept under
     * @param gateway the way to that model
     * @param timeLimit when to give up
     */
    public LlmSceptic(Lens lens, String model, LlmGateway gateway, Duration timeLimit) {
        this.lens = requireNonNull(lens);
        this.gateway = requireNonNull(gateway);
        this.timeLimit = requireNonNull(timeLimit);
        String prompt = Hashing.sha256()
                .hashString(lens.instructions(), StandardCharsets.UTF_8)
                .toString()
                .substring(0, PROMPT_DIGITS);
        this.name = "sceptic:" + lens.label() + "/" + prompt + "@" + requireNonNull(model);
    }

    /** Lens, digest of the prompt and model: another prompt or model has a record of its own. */
    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean isAdvisory() {
        return true;
    }

    @Override
    public Vote examine(Evidence evidence) {
        LlmQuestion question = new LlmQuestion(
                "sceptic",
                evidence.hypothesis().id(),
                lens.instructions(),
                EvidenceText.of(evidence),
                Optional.of(lens.schema()),
                LlmQuestion.Stakes.ORDINARY,
                MAX_TOKENS,
                timeLimit);
        try {
            return judge(
                    evidence,
                    JSON.readTree(gateway.ask(question, evidence.calls()).text()));
        } catch (LlmException silent) {
            return abstains("no answer: " + silent.reason() + ", " + silent.getMessage());
        } catch (JsonProcessingException broken) {
            return abstains("no answer: not JSON, " + broken.getOriginalMessage());
        }
    }

    private Vote judge(Evidence evidence, JsonNode answer) {
        String reason = answer.path("reason").asText();
        JsonNode check = answer.path("check");
        if (!answer.path("ballot").asText().equals(Ballot.REFUTES.name())) {
            return abstains("no objection: " + reason);
        }
        Optional<Objection> objection = lens.objections().stream()
                .filter(one -> one.name().equals(check.path("name").asText()))
                .findFirst();
        Optional<Claim> claim = claim(evidence, check);
        if (objection.isEmpty() || claim.isEmpty() || !check.path("figure").isNumber()) {
            return abstains("its reason cannot be checked: " + reason);
        }
        return vote(
                objection.get(),
                objection.get().figure(evidence, claim.get()),
                check.path("figure").asDouble(),
                reason);
    }

    private Vote vote(Objection objection, Optional<Figure> figure, double said, String reason) {
        if (figure.isEmpty()) {
            return abstains("its reason cannot be checked, " + objection + " does not apply: " + reason);
        }
        Figure found = figure.get();
        String worked =
                String.format(Locale.ROOT, "%s is %.2f %% against %.2f %%", objection, found.value(), found.bound());
        boolean isSaid = Math.abs(said - found.value()) <= Math.max(1, ROUNDING * Math.abs(found.value()));
        if (!found.isBeyond() || !isSaid) {
            return abstains(
                    String.format(Locale.ROOT, "its reason did not check out, %s, not %.2f: %s", worked, said, reason));
        }
        return new Vote(
                name,
                Ballot.REFUTES,
                objection.isFact(),
                line(worked + ": " + reason),
                found.number(),
                OptionalDouble.of(found.bound()),
                List.of());
    }

    /** Returns what it points at; empty if there is no such trial. */
    private static Optional<Claim> claim(Evidence evidence, JsonNode check) {
        List<Trial> named = new ArrayList<>();
        for (JsonNode trial : check.path("trials")) {
            Optional<Trial> known = trial(evidence.trials(), trial.asText());
            if (known.isEmpty()) {
                return Optional.empty();
            }
            if (!named.contains(known.get())) {
                named.add(known.get());
            }
        }
        return Optional.of(new Claim(named, check.path("subject").asText()));
    }

    private static Optional<Trial> trial(List<Trial> trials, String name) {
        for (int i = 0; i < trials.size(); i++) {
            if (EvidenceText.name(i).equals(name)) {
                return Optional.of(trials.get(i));
            }
        }
        return Optional.empty();
    }

    private Vote abstains(String reason) {
        return new Vote(
                name, Ballot.ABSTAINS, false, line(reason), OptionalDouble.empty(), OptionalDouble.empty(), List.of());
    }

    private static String line(String text) {
        String one = text.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
        return one.length() <= MAX_REASON ? one : one.substring(0, MAX_REASON) + "...";
    }
}
