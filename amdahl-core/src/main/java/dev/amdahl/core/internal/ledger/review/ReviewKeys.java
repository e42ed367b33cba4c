package dev.amdahl.core.internal.ledger.review;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.amdahl.core.internal.io.AtomicFiles;
import dev.amdahl.spi.InvalidInputException;
import dev.amdahl.spi.experiment.Review;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** A reviewer's Ed25519 key pair; the private half lies in the user's configuration folder, readable by the user alone. Immutable. */
public final class ReviewKeys {
    /** How the names of files with a private key end; what stands before is whose. */
    public static final String SUFFIX = ".key";

    private final String by;
    private final PrivateKey privateKey;
    private final String publicKey;

    private ReviewKeys(String by, PrivateKey privateKey, String publicKey) {
        this.by = by;
        this.privateKey = privateKey;
        this.publicKey = publicKey;
    }

    /** {@code ~/.config/amdahl}, or below {@code XDG_CONFIG_HOME} if that is set. */
    public static Path defaultFolder() {
        Path configuration = Optional.ofNullable(System.getenv("XDG_CONFIG_HOME"))
                .filter(folder -> !folder.isBlank())
                .map(Path::of)
                .orElseGet(() -> Path.of(System.getProperty("user.home", "."), ".config"));
        return configuration.resolve("amdahl");
    }

    /**
     * Makes a key pair for that name and keeps it in the folder.
     *
     * @throws InvalidInputException if there is one already, or the name is not a name
     */
    public static ReviewKeys generate(String by, Path folder) {
        Path file = privateFile(by, folder);
        if (Files.exists(file)) {
            throw new InvalidInputException(
                    file.toString(), "there is a key of " + by + " already", "use it, or move it away");
        }
        try {
            KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
            Base64.Encoder base64 = Base64.getEncoder();
            String publicKey = base64.encodeToString(pair.getPublic().getEncoded());
            String text = base64.encodeToString(pair.getPrivate().getEncoded()) + "\n" + publicKey + "\n";
            AtomicFiles.writePrivate(file, text.getBytes(US_ASCII));
            return new ReviewKeys(by, pair.getPrivate(), publicKey);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw ReviewFiles.unusable(file, e);
        }
    }

    /** Returns the key pair of that name, if one was generated. */
    public static Optional<ReviewKeys> load(String by, Path folder) {
        Path file = privateFile(by, folder);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            String[] lines = Files.readString(file, US_ASCII).split("\n", -1);
            byte[] encoded = Base64.getDecoder().decode(lines[0]);
            PrivateKey key = KeyFactory.getInstance("Ed25519").generatePrivate(new PKCS8EncodedKeySpec(encoded));
            return Optional.of(new ReviewKeys(by, key, lines[1]));
        } catch (IOException e) {
            throw ReviewFiles.unusable(file, e);
        } catch (GeneralSecurityException | IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
            throw new InvalidInputException(
                    file.toString(), "is not a review key", "move it away and run review keygen", e);
        }
    }

    /** Returns the names whose private keys lie in a folder, in order. */
    public static List<String> names(Path folder) {
        return ReviewFiles.files(folder, "*.key").stream()
                .map(file -> String.valueOf(file.getFileName()))
                .map(name -> name.substring(0, name.length() - ".key".length()))
                .toList();
    }

    /** Whose. */
    public String by() {
        return by;
    }

    /** Returns the public half, base64 of its X.509 form. */
    public String publicKey() {
        return publicKey;
    }

    /**
     * Signs an answer.
     *
     * @throws InvalidInputException if it is somebody else's
     */
    public ReviewAnswer sign(Review review) {
        if (!review.by().equals(by)) {
            throw new InvalidInputException(
                    "review by " + review.by(), "the key is " + by + "'s", "sign with the key of who answers");
        }
        try {
            Signature signature = Signature.getInstance("Ed25519");
            signature.initSign(privateKey);
            signature.update(ReviewAnswer.signedBytes(review));
            return new ReviewAnswer(review, Optional.of(Base64.getEncoder().encodeToString(signature.sign())));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Path privateFile(String by, Path folder) {
        return folder.resolve(ReviewFiles.requireName(by) + SUFFIX);
    }
}
