/** What promoted wins teach: recipes, inert until a person approves them. */
@NullMarked
package dev.amdahl.core.ledger.recipe;

import org.jspecify.annotations.NullMarked;
