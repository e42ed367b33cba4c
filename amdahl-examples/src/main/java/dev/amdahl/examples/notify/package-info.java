/** Tells people what a loop did by webhooks, Slack and mail, once each and without holding it up; and monitors, by metrics. */
@NullMarked
package dev.amdahl.examples.notify;

import org.jspecify.annotations.NullMarked;
