/** Language model backends and the plugins that use them. */
@NullMarked
package dev.amdahl.llm;

import org.jspecify.annotations.NullMarked;
