package dev.amdahl.llm.advice;

/** How the work of an agent ended. */
enum ToolEnd {
    /** It proposes a patch. */
    PROPOSED("it proposes a patch"),
    /** It says that nothing is worth a try. */
    GAVE_UP("it gave up"),
    /** What another turn might need is more than it may take. */
    TOKENS("its tokens are used up"),
    /** What another turn might cost is more than it may cost. */
    MONEY("its money is used up"),
    /** Its time is over. */
    TIME("its time is over"),
    /** It has called as many tools as it may. */
    TOOL_CALLS("its calls of tools are used up"),
    /** It says something, again and again, and calls no tool. */
    NO_TOOL_CALLED("it talks and calls no tool"),
    /** It calls tools that there are not, or with wrong arguments, again and again. */
    BAD_CALLS("it calls tools wrongly"),
    /** It asks again and again for what it was told. */
    CIRCLE("it goes in a circle"),
    /** The model gave no usable answer. */
    NO_ANSWER("the model gives no answer");

    private final String words;

    ToolEnd(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }
}
