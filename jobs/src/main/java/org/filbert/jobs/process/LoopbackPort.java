package org.filbert.jobs.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Finds free ports on the loopback interface. */
public final class LoopbackPort {
  private LoopbackPort() {}

  /** A free port. */
  public static int any() throws IOException {
    try (ServerSocket socket = listen(0)) {
      return socket.getLocalPort();
    }
  }

  /**
   * A free port.
   *
   * @param wanted the port to check; 0 chooses one
   * @param option the command line option that sets the port, for the message
   * @throws ClusterException if the port is taken
   */
  public static int free(int wanted, String option) {
    try (ServerSocket socket = listen(wanted)) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new ClusterException(
          "port %s is not free: choose another with %s, or 0 for any".formatted(wanted, option), e);
    }
  }

  private static ServerSocket listen(int port) throws IOException {
    return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
  }
}
