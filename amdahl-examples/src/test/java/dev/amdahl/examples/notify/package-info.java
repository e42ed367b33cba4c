@NullMarked
package dev.amdahl.examples.notify;

import org.jspecify.annotations.NullMarked;
