package dev.amdahl.core.schedulers.kubernetes;

import dev.amdahl.spi.AmdahlException;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.UnavailableException;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.util.Set;

/** What an error of the API server means, and who can fix it. */
final class ApiFailure {
    static final int NOT_FOUND = HttpURLConnection.HTTP_NOT_FOUND;
    static final int CONFLICT = HttpURLConnection.HTTP_CONFLICT;

    private static final String DOCS = "docs/kubernetes.md lists what the account needs";
    /** The server has read the object and will never take it. */
    private static final Set<Integer> REFUSED = Set.of(400, 413, 415, 422);

    private ApiFailure() {}

    /** For an object that was to be made: a refusal of the object itself is the request's fault, everything else may pass. */
    static AmdahlException ofCreate(String place, KubernetesClientException e) {
        return REFUSED.contains(e.getCode())
                ? new InvalidInputException(
                        place,
                        "the API server refuses it (" + e.getCode() + "): " + said(e),
                        "correct the job or the settings of the scheduler",
                        e)
                : of(place, e);
    }

    /** For any other call. */
    static AmdahlException of(String place, KubernetesClientException e) {
        String said = "(" + e.getCode() + ") " + said(e);
        return switch (e.getCode()) {
            case 401 -> unavailable(place, "the API server refuses the credentials " + said, "renew the kubeconfig", e);
            case 403 ->
                said.contains("exceeded quota")
                        ? unavailable(place, "the namespace's quota is used up " + said, "wait, or raise it", e)
                        : unavailable(place, "the API server forbids it " + said, DOCS, e);
            case 404 -> unavailable(place, "the API server does not know it " + said, "check the setting namespace", e);
            case 429 -> unavailable(place, "the API server is busy " + said, "the next call tries again", e);
            default ->
                unavailable(
                        place,
                        e.getCode() > 0 ? "the API server failed " + said : "the API server did not answer: " + said(e),
                        "the next call tries again",
                        e);
        };
    }

    private static UnavailableException unavailable(
            String place, String problem, String remedy, KubernetesClientException e) {
        return new UnavailableException("Kubernetes, " + place, problem, remedy, e);
    }

    private static String said(KubernetesClientException e) {
        if (e.getStatus() != null && e.getStatus().getMessage() != null) {
            return OneLine.of(e.getStatus().getMessage());
        }
        Throwable cause = e;
        while (cause.getCause() != null && !(cause instanceof ConnectException)) {
            cause = cause.getCause();
        }
        return cause instanceof ConnectException
                ? "cannot connect"
                : OneLine.of(cause.getClass().getSimpleName(), cause.getMessage());
    }
}
