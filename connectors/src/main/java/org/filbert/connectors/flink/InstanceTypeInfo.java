package org.filbert.connectors.flink;

import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.filbert.data.Instance;
import org.jspecify.annotations.Nullable;

/** Flink's description of {@link Instance}. */
public final class InstanceTypeInfo extends TypeInformation<Instance> {
  private static final long serialVersionUID = 1L;

  public static final InstanceTypeInfo INSTANCE = new InstanceTypeInfo();

  private InstanceTypeInfo() {}

  @Override
  public TypeSerializer<Instance> createSerializer(SerializerConfig config) {
    return InstanceSerializer.INSTANCE;
  }

  @Override
  public Class<Instance> getTypeClass() {
    return Instance.class;
  }

  @Override
  public boolean isBasicType() {
    return false;
  }

  @Override
  public boolean isTupleType() {
    return false;
  }

  @Override
  public boolean isKeyType() {
    return false;
  }

  @Override
  public int getArity() {
    return 1;
  }

  @Override
  public int getTotalFields() {
    return 1;
  }

  @Override
  public String toString() {
    return "Instance";
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof InstanceTypeInfo;
  }

  @Override
  public int hashCode() {
    return InstanceTypeInfo.class.hashCode();
  }

  @Override
  public boolean canEqual(Object other) {
    return other instanceof InstanceTypeInfo;
  }
}
