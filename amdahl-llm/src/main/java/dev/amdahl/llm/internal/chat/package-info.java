/** Models behind LangChain4j: Anthropic, servers that speak the protocol of OpenAI, and any model of a user. */
@NullMarked
package dev.amdahl.llm.internal.chat;

import org.jspecify.annotations.NullMarked;
