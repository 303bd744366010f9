/**
 * Models as ONNX files, which ONNX Runtime and others serve without Filbert. Begin with {@link
 * org.filbert.store.onnx.OnnxExport}. It needs {@code tribuo-util-onnx} on the class path, and does
 * not know stores.
 */
@NullMarked
package org.filbert.store.onnx;

import org.jspecify.annotations.NullMarked;
