package dev.amdahl.llm.advice;

import dev.amdahl.llm.LlmQuestion;
import java.time.Duration;

/**
 * Bounds of what a model is asked for advice.
 *
 * @param mostPromptBytes instructions and material together, in UTF-8
 * @param mostProposals of one answer; more are left out
 * @param mostOutputTokens of one answer
 * @param timeLimit of one call
 * @param stakes how good a model the question deserves
 */
public record AdvisorSettings(
        int mostPromptBytes, int mostProposals, int mostOutputTokens, Duration timeLimit, LlmQuestion.Stakes stakes) {
    /** 24 KiB, 4 proposals, 4,000 tokens, 2 minutes, ordinary stakes. */
    public static final AdvisorSettings DEFAULT =
            new AdvisorSettings(24 << 10, 4, 4_000, Duration.ofMinutes(2), LlmQuestion.Stakes.ORDINARY);

    /** The smallest prompt that still says something. */
    static final int MIN_PROMPT_BYTES = 6 << 10;

    public AdvisorSettings {
        if (mostPromptBytes < MIN_PROMPT_BYTES || mostProposals < 1 || mostOutputTokens < 1 || timeLimit.isNegative()) {
            throw new IllegalArgumentException("an advisor needs at least " + MIN_PROMPT_BYTES
                    + " bytes, one proposal and one token, had " + mostPromptBytes + ", " + mostProposals + " and "
                    + mostOutputTokens);
        }
    }

    /** Returns the same with another bound on the prompt. */
    public AdvisorSettings mostPromptBytes(int bytes) {
        return new AdvisorSettings(bytes, mostProposals, mostOutputTokens, timeLimit, stakes);
    }

    /** Returns the same with another bound on the proposals. */
    public AdvisorSettings mostProposals(int proposals) {
        return new AdvisorSettings(mostPromptBytes, proposals, mostOutputTokens, timeLimit, stakes);
    }

    /** Returns the same for so many candidates, with room in the answer for as much of each. */
    AdvisorSettings candidates(int wanted) {
        int tokens = (int) Math.min(Integer.MAX_VALUE, Math.ceil((double) mostOutputTokens * wanted / mostProposals));
        return new AdvisorSettings(mostPromptBytes, wanted, Math.max(mostOutputTokens, tokens), timeLimit, stakes);
    }
}
