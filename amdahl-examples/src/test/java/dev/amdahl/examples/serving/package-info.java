@NullMarked
package dev.amdahl.examples.serving;

import org.jspecify.annotations.NullMarked;
