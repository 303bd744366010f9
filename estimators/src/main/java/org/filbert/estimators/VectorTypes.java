package org.filbert.estimators;

import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.ml.linalg.DenseVector;
import org.apache.flink.ml.linalg.SparseVector;
import org.apache.flink.ml.linalg.Vector;
import org.apache.flink.ml.linalg.typeinfo.DenseVectorSerializer;
import org.apache.flink.ml.linalg.typeinfo.DenseVectorTypeInfo;
import org.apache.flink.ml.linalg.typeinfo.SparseVectorSerializer;
import org.apache.flink.ml.linalg.typeinfo.SparseVectorTypeInfo;
import org.apache.flink.ml.linalg.typeinfo.VectorSerializer;
import org.apache.flink.ml.linalg.typeinfo.VectorTypeInfo;

/**
 * The types of Flink ML's vectors for Flink 2. Those that Flink ML 2.2.0 has were made for Flink 1:
 * they lack a method that Flink 2 calls, so a column of vectors must be given one of these.
 */
public final class VectorTypes {
  public static final TypeInformation<DenseVector> DENSE = new Dense();
  public static final TypeInformation<SparseVector> SPARSE = new Sparse();

  /** Vectors of both kinds in one column. */
  public static final TypeInformation<Vector> ANY = new Any();

  private VectorTypes() {}

  private static final class Dense extends DenseVectorTypeInfo {
    private static final long serialVersionUID = 1L;

    @Override
    public TypeSerializer<DenseVector> createSerializer(SerializerConfig config) {
      return new DenseVectorSerializer();
    }
  }

  private static final class Sparse extends SparseVectorTypeInfo {
    private static final long serialVersionUID = 1L;

    @Override
    public TypeSerializer<SparseVector> createSerializer(SerializerConfig config) {
      return new SparseVectorSerializer();
    }
  }

  private static final class Any extends VectorTypeInfo {
    private static final long serialVersionUID = 1L;

    @Override
    public TypeSerializer<Vector> createSerializer(SerializerConfig config) {
      return new VectorSerializer();
    }
  }
}
