package dev.amdahl.llm.advice;

import java.time.Duration;

/**
 * What an agent may take for one answer, whatever the ledger allows beyond it.
 *
 * @param mostTokens read and written in all turns together
 * @param mostMoney in the currency of the price list
 * @param mostTime on the wall, builds and runs included
 * @param mostToolCalls of all turns together
 * @param mostOutputTokens of one turn
 */
public record ToolBudget(
        long mostTokens, double mostMoney, Duration mostTime, int mostToolCalls, int mostOutputTokens) {
    /** 400,000 tokens, 2 of whatever money it is, 20 minutes, 60 calls of tools, 8,000 tokens a turn. */
    public static final ToolBudget DEFAULT = new ToolBudget(400_000, 2, Duration.ofMinutes(20), 60, 8_000);

    public ToolBudget {
        if (mostTokens < 1 || !(mostMoney >= 0) || mostTime.isNegative() || mostToolCalls < 1 || mostOutputTokens < 1) {
            throw new IllegalArgumentException("an agent cannot work with " + mostTokens + " tokens, " + mostMoney
                    + ", " + mostTime + ", " + mostToolCalls + " calls and " + mostOutputTokens + " tokens a turn");
        }
    }

    /** Returns what each of so many equal parts of the work may take. */
    ToolBudget part(int parts) {
        return new ToolBudget(
                Math.max(1, mostTokens / parts),
                mostMoney / parts,
                mostTime.dividedBy(parts),
                Math.max(1, mostToolCalls / parts),
                mostOutputTokens);
    }
}
