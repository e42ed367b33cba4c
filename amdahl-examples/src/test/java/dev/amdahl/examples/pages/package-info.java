/** The pages of {@code docs} and the README, held against the program: snippets, commands, links, names. */
@NullMarked
package dev.amdahl.examples.pages;

import org.jspecify.annotations.NullMarked;
