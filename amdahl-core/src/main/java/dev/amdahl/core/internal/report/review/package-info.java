/** The page on which people see what waits for them, and answer: a handler for an HTTP server of the JDK, and a server around it. */
@NullMarked
package dev.amdahl.core.internal.report.review;

import org.jspecify.annotations.NullMarked;
