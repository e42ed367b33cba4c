package dev.amdahl.core.internal.ledger.review;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.amdahl.core.ledger.view.Dossier;
import dev.amdahl.spi.experiment.Review;
import dev.amdahl.spi.hypothesis.HypothesisState;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.Optional;

/**
 * An answer as it lies in a file.
 *
 * @param review the answer
 * @param signature base64 of its Ed25519 signature; empty if it was not signed
 */
public record ReviewAnswer(Review review, Optional<String> signature) {

    /** Returns whether it answers what the loop asks about that now, on exactly its evidence. */
    public boolean isTo(Dossier dossier) {
        return dossier.state() == HypothesisState.IN_REVIEW
                && review.id().equals(dossier.id())
                && review.evidenceHead().equals(dossier.evidenceHead());
    }

    /** Returns whether the signature over all fields was made with the private half of that key (base64 of its X.509 form). */
    public boolean isSignedWith(String publicKey) {
        if (signature.isEmpty()) {
            return false;
        }
        try {
            Base64.Decoder base64 = Base64.getDecoder();
            PublicKey key =
                    KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(base64.decode(publicKey)));
            Signature check = Signature.getInstance("Ed25519");
            check.initVerify(key);
            check.update(signedBytes(review));
            return check.verify(base64.decode(signature.get()));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return false;
        }
    }

    /**
     * Returns what is signed: a JSON array of id, decision, by, reason, at, evidence head, and the minutes and the audit note where said,
     * so that no field can pass for another.
     */
    static byte[] signedBytes(Review review) {
        ArrayNode fields = new JsonMapper()
                .createArrayNode()
                .add(review.id())
                .add(decision(review))
                .add(review.by())
                .add(review.reason())
                .add(review.at().toString())
                .add(review.evidenceHead());
        review.minutes().ifPresent(fields::add);
        review.audit().ifPresent(fields::add);
        return fields.toString().getBytes(UTF_8);
    }

    /** {@code approve} or {@code decline}. */
    public static String decision(Review review) {
        return review.isApproved() ? "approve" : "decline";
    }
}
