/** Language-model backends: text or schema-bound JSON, with usage and price. */
@NullMarked
package dev.amdahl.spi.llm;

import org.jspecify.annotations.NullMarked;
