package org.filbert.jobs.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.rpc.RpcSystem;
import org.apache.flink.runtime.rpc.RpcSystemLoader;
import org.apache.flink.runtime.rpc.exceptions.RpcLoaderException;
import org.junit.jupiter.api.Test;

class EmbeddedRpcTest {
  @Test
  void isAskedBeforeFlinksOwn() {
    List<RpcSystemLoader> loaders =
        ServiceLoader.load(RpcSystemLoader.class).stream()
            .map(ServiceLoader.Provider::get)
            .sorted(Comparator.comparingInt(RpcSystemLoader::getLoadPriority))
            .toList();
    assertThat(loaders).hasSizeGreaterThan(1);
    assertThat(loaders.get(0)).isInstanceOf(EmbeddedRpc.class);
  }

  @Test
  void withoutItsJarFlinksOwnIsNext() throws Exception {
    assertThatThrownBy(() -> new EmbeddedRpc().loadRpcSystem(new Configuration()))
        .isInstanceOf(RpcLoaderException.class)
        .hasMessageContaining("not on the class path");
    try (RpcSystem system = RpcSystem.load()) {
      assertThat(system).isNotNull();
    }
  }
}
