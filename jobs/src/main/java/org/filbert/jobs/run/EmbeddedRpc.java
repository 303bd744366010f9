package org.filbert.jobs.run;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.rpc.RpcSystem;
import org.apache.flink.runtime.rpc.RpcSystemLoader;
import org.apache.flink.runtime.rpc.exceptions.RpcLoaderException;

/**
 * Loads Flink's RPC system from the class path, where the launcher puts it for embedded runs.
 * Flink's own loader unpacks a nested jar at every start into a separate class loader, which cannot
 * use class data sharing. If the class path has no RPC system, Flink's own loader is used.
 */
public final class EmbeddedRpc implements RpcSystemLoader {
  private static final String SYSTEM = "org.apache.flink.runtime.rpc.pekko.PekkoRpcSystem";

  @Override
  public int getLoadPriority() {
    return -1; // before Flink's own loader, whose priority is 0
  }

  @Override
  public RpcSystem loadRpcSystem(Configuration configuration) {
    try {
      return Class.forName(SYSTEM).asSubclass(RpcSystem.class).getConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new RpcLoaderException(SYSTEM + " is not on the class path", e);
    }
  }
}
