/** Fleet sources over a warehouse by JDBC: what can be added up there is added up there. Plugins. */
@NullMarked
package dev.amdahl.core.internal.fleet.warehouse;

import org.jspecify.annotations.NullMarked;
