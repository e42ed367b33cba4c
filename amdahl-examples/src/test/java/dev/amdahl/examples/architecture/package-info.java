/** Tests over all modules: which package may know which, and what the libraries may not call. */
@NullMarked
package dev.amdahl.examples.architecture;

import org.jspecify.annotations.NullMarked;
