package org.filbert.store.onnx;

import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.StringStringEntryProto;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.util.OptionalDouble;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystem.WriteMode;
import org.apache.flink.core.fs.Path;
import org.filbert.cache.FullDisk;
import org.filbert.calibration.Margins;
import org.filbert.calibration.Probabilities;
import org.filbert.data.Outputs;
import org.filbert.model.DoublyStochastic;
import org.filbert.model.KernelExpansion;
import org.filbert.model.Model;
import org.filbert.model.RandomBins;
import org.filbert.model.RandomFeatures;
import org.filbert.model.TrainedModel;
import org.filbert.store.ModelStoreException;
import org.filbert.store.ModelVersion;

/**
 * Writes a model as one ONNX file: from the columns of a table, as they are there, to class and
 * probabilities, or number and interval. {@code docs/how-to/onnx.md} has the names and the limits.
 *
 * <p>Operators compute in double, and round where the model does. So scores differ from Filbert's
 * by what a kernel in single precision loses.
 */
public final class OnnxExport {
  /** Of ONNX's own operators: the first that has BitwiseXor. */
  private static final int OPSET = 18;

  private static final int ML_OPSET = 3;

  /** Version of the file format that came with the opset. */
  private static final int IR_VERSION = 8;

  private OnnxExport() {}

  /**
   * Writes a model into a new file.
   *
   * @param level of the interval around each number; without one there is none
   * @throws IllegalArgumentException if ONNX has no operators for the model, or the model has no
   *     intervals of the level
   * @throws ModelStoreException if there is a file already, or it cannot be written
   */
  public static void write(
      ModelVersion version, TrainedModel model, OptionalDouble level, Path file)
      throws IOException {
    ModelProto written = of(version, model, level);
    FileSystem files = file.getFileSystem();
    if (files.exists(file)) {
      throw new ModelStoreException(file + ": found a file, allowed a new one");
    }
    try (OutputStream out = files.create(file, WriteMode.NO_OVERWRITE)) {
      written.writeTo(out);
    } catch (IOException e) {
      String reason = FullDisk.reason(e, file.toUri());
      files.delete(file, false); // half a file would be in the way of the next export
      throw new ModelStoreException(file + ": cannot write: " + reason, e);
    }
  }

  private static ModelProto of(ModelVersion version, TrainedModel model, OptionalDouble level)
      throws IOException {
    Margins margins = level.isPresent() ? model.margins(level.getAsDouble()) : Margins.NONE;
    Graph graph = new Graph(version.name());
    Tensor scores = scores(graph, model.model(), new RowNodes(graph).of(model.preprocessing()));
    AnswerNodes answers = new AnswerNodes(graph);
    ModelProto.Builder whole =
        ModelProto.newBuilder()
            .setIrVersion(IR_VERSION)
            .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(OPSET))
            .addOpsetImport(
                OperatorSetIdProto.newBuilder().setDomain(Graph.ML).setVersion(ML_OPSET))
            .setProducerName("filbert")
            .setModelVersion(version.number())
            .addMetadataProps(entry("model", version.toString()));
    if (model.outputs() instanceof Outputs.Classes classes) {
      answers.classes(classes, scores);
      if (model.calibration() instanceof Probabilities probabilities) {
        answers.probabilities(probabilities, scores, classes.names().size());
      }
      whole.addMetadataProps(
          entry("classes", new ObjectMapper().writeValueAsString(classes.names())));
    } else if (model.outputs() instanceof Outputs.Targets targets) {
      answers.numbers(targets, scores, margins);
    }
    return whole.setGraph(graph.build()).build();
  }

  private static StringStringEntryProto entry(String key, String value) {
    return StringStringEntryProto.newBuilder().setKey(key).setValue(value).build();
  }

  private static Tensor scores(Graph graph, Model model, Tensor x) {
    if (model instanceof KernelExpansion expansion) {
      return KernelNodes.of(graph, expansion, x);
    } else if (model instanceof RandomFeatures features) {
      return FeatureNodes.of(graph, features, x);
    } else if (model instanceof DoublyStochastic series) {
      return FeatureNodes.of(graph, series, x);
    } else if (model instanceof RandomBins bins) {
      return BinNodes.of(graph, bins, x);
    }
    throw new IllegalArgumentException(
        "no export to ONNX for a model of " + model.getClass().getSimpleName());
  }
}
