package dev.amdahl.core.internal.report.review;

import com.sun.net.httpserver.HttpExchange;
import dev.amdahl.core.internal.report.review.ReviewSettings.User;

/**
 * A call that is let through.
 *
 * @param exchange the call itself
 * @param base the address of the home page, with a slash at its end
 * @param user who calls
 * @param rest what the address has beyond the place of its route
 */
record Call(HttpExchange exchange, String base, User user, String rest) {
    Fields query() throws Refusal {
        return Fields.ofQuery(exchange);
    }
}
