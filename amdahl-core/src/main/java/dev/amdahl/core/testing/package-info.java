/** Fakes and fixtures for tests: a host's own, a plug-in author's and the library's. */
@NullMarked
package dev.amdahl.core.testing;

import org.jspecify.annotations.NullMarked;
