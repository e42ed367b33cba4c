package dev.amdahl.llm.answer;

/**
 * Why a model is asked once more.
 *
 * @param answer what it said, cut to a bound
 * @param problem what is wrong with it
 */
public record Repair(String answer, String problem) {
    private static final int MAX_CHARACTERS = 20_000;

    public Repair {
        answer = answer.length() <= MAX_CHARACTERS ? answer : answer.substring(0, MAX_CHARACTERS) + "\n[cut]";
    }

    /** Returns what to tell a model that has forgotten its answer, behind the question. */
    public String afterwards() {
        return "\n\nYou have answered:\n" + answer + "\n\n" + request();
    }

    /** Returns what to tell the model. */
    public String request() {
        return "Your answer breaks the schema: " + problem
                + "\nAnswer the same question again: one JSON value that satisfies the schema, and nothing else.";
    }
}
