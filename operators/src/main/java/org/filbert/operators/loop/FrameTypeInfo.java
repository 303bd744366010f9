package org.filbert.operators.loop;

import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.jspecify.annotations.Nullable;

/** Flink's handle on {@link Frame}. */
final class FrameTypeInfo extends TypeInformation<Frame> {
  static final FrameTypeInfo INSTANCE = new FrameTypeInfo();

  @Override
  public TypeSerializer<Frame> createSerializer(SerializerConfig config) {
    return FrameSerializer.INSTANCE;
  }

  @Override
  public Class<Frame> getTypeClass() {
    return Frame.class;
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
  public int getArity() {
    return 1;
  }

  @Override
  public int getTotalFields() {
    return 1;
  }

  @Override
  public boolean isKeyType() {
    return false;
  }

  @Override
  public boolean canEqual(Object other) {
    return other instanceof FrameTypeInfo;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FrameTypeInfo;
  }

  @Override
  public int hashCode() {
    return FrameTypeInfo.class.hashCode();
  }

  @Override
  public String toString() {
    return "Frame";
  }
}
