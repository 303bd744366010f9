package org.filbert.jobs.run;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.rpc.RpcSystem;
import org.apache.flink.runtime.rpc.RpcSystemLoader;
import org.apache.flink.runtime.rpc.exceptions.RpcLoaderException;

/**
 * Flink's remote calls from the class path, where the launcher has put them for embedded runs.
 * Flink itself unpacks them from a jar within a jar at every start, for class loaders of their own,
 * which no archive of classes serves. Where the class path has none, Flink's own loader is next.
 */
public final class EmbeddedRpc implements RpcSystemLoader {
  private static final String SYSTEM = "org.apache.flink.runtime.rpc.pekko.PekkoRpcSystem";

  @Override
  public int getLoadPriority() {
    return -1; // before Flink's own, which has 0
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
