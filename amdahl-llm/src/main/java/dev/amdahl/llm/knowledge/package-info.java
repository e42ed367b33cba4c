/** Folders of Markdown notes, searched by words; no network, no model, every line with its place. */
@NullMarked
package dev.amdahl.llm.knowledge;

import org.jspecify.annotations.NullMarked;
