import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

class Job {
    public static void main(String[] args) throws IOException {
        try (OutputStream out = new FileOutputStream("answers.bin")) {
            out.write(7);
        }
        System.out.println(Files.size(Path.of("answers.bin")));
        long state = 1;
        for (int i = 0; i < 400_000_000; i++) {
            state = state * 6364136223846793005L + 1442695040888963407L;
        }
        System.out.println(state);
    }
}
