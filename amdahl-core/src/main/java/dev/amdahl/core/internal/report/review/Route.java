package dev.amdahl.core.internal.report.review;

import dev.amdahl.core.internal.report.review.ReviewSettings.Role;
import java.io.IOException;

/**
 * One address of the server: who may call it how, and what answers.
 *
 * @param place below the home page; one that ends with a slash stands for all below it
 * @param isRead whether it is called by GET and HEAD, and changes nothing; else by POST
 * @param role the least that a caller must have
 * @param answer gives the reply
 */
record Route(String place, boolean isRead, Role role, Answer answer) {
    /** Gives the reply to a call. */
    interface Answer {
        Reply to(Call call) throws Refusal, IOException;
    }

    static Route get(String place, Answer answer) {
        return new Route(place, true, Role.LOOK, answer);
    }

    static Route post(String place, Role role, Answer answer) {
        return new Route(place, false, role, answer);
    }

    boolean leadsTo(String asked) {
        return place.endsWith("/") ? asked.startsWith(place) : asked.equals(place);
    }

    boolean takes(String method) {
        return isRead ? method.equals("GET") || method.equals("HEAD") : method.equals("POST");
    }

    String methods() {
        return isRead ? "GET, HEAD" : "POST";
    }
}
