package org.filbert.connectors.flink;

import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

/** Flink's type information for a type with a single serializer. */
public final class ImmutableTypeInfo<T> extends TypeInformation<T> {
  private static final long serialVersionUID = 1L;

  private final Class<T> type;
  private final ImmutableSerializer<T> serializer;

  public ImmutableTypeInfo(Class<T> type, ImmutableSerializer<T> serializer) {
    this.type = type;
    this.serializer = serializer;
  }

  @Override
  public TypeSerializer<T> createSerializer(SerializerConfig config) {
    return serializer;
  }

  @Override
  public Class<T> getTypeClass() {
    return type;
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
  public boolean canEqual(Object other) {
    return other instanceof ImmutableTypeInfo;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ImmutableTypeInfo<?> info && info.type == type;
  }

  @Override
  public int hashCode() {
    return type.hashCode();
  }

  @Override
  public String toString() {
    return type.getSimpleName();
  }
}
