package dev.amdahl.llm.internal.proxy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * Opens connections to servers, at addresses that were looked up before.
 *
 * @param secure for those of HTTPS
 */
record Upstream(SSLSocketFactory secure) {
    private static final int CONNECT_MILLIS = 15_000;
    /** A model may think for long before its first word. */
    private static final int SILENCE_MILLIS = 600_000;

    Socket open(InetSocketAddress address) throws IOException {
        Socket socket = new Socket();
        try {
            socket.connect(address, CONNECT_MILLIS);
            socket.setSoTimeout(SILENCE_MILLIS);
            return socket;
        } catch (IOException failed) {
            socket.close();
            throw new ProxyRefusal(502, "nobody answers at " + address + ": " + failed.getMessage());
        }
    }

    /** The name in the certificate must be the endpoint's, whatever the address. */
    Socket open(InetSocketAddress address, ModelEndpoint endpoint) throws IOException {
        Socket plain = open(address);
        if (!endpoint.isSecure()) {
            return plain;
        }
        try {
            SSLSocket socket = (SSLSocket) secure.createSocket(
                    plain, endpoint.host().getHost(), endpoint.host().getPort(), true);
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            socket.setSSLParameters(parameters);
            socket.startHandshake();
            return socket;
        } catch (IOException failed) {
            plain.close();
            throw new ProxyRefusal(502, "no secure connection to " + endpoint.host() + ": " + failed.getMessage());
        }
    }
}
