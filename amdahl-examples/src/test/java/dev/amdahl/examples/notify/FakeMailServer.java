package dev.amdahl.examples.notify;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** As much of a mail server as sending needs, on a port of the loopback; it keeps every line that it is sent. */
final class FakeMailServer implements AutoCloseable {
    final List<String> lines = Collections.synchronizedList(new ArrayList<>());
    private final ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    private final String recipientAnswer;

    /** @param recipientAnswer what it says to a recipient */
    FakeMailServer(String recipientAnswer) throws IOException {
        this.recipientAnswer = recipientAnswer;
        Thread thread = new Thread(this::serve);
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return server.getLocalPort();
    }

    private void serve() {
        while (!server.isClosed()) {
            try (Socket caller = server.accept();
                    BufferedReader in = new BufferedReader(new InputStreamReader(caller.getInputStream(), US_ASCII))) {
                talk(in, caller.getOutputStream());
            } catch (IOException gone) {
                lines.add("* gone");
            }
        }
    }

    private void talk(BufferedReader in, OutputStream out) throws IOException {
        say(out, "220 here");
        boolean isData = false;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            lines.add(line);
            String command = line.toUpperCase(Locale.ROOT);
            if (isData) {
                isData = !line.equals(".");
                if (!isData) {
                    say(out, "250 kept");
                }
            } else if (command.startsWith("EHLO")) {
                say(out, "250-here");
                say(out, "250 AUTH PLAIN");
            } else if (command.startsWith("AUTH")) {
                say(out, "235 you are");
            } else if (command.startsWith("RCPT")) {
                say(out, recipientAnswer);
            } else if (command.equals("DATA")) {
                isData = true;
                say(out, "354 go on");
            } else {
                say(out, command.equals("QUIT") ? "221 bye" : "250 fine");
            }
        }
    }

    private static void say(OutputStream out, String line) throws IOException {
        out.write((line + "\r\n").getBytes(US_ASCII));
        out.flush();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
