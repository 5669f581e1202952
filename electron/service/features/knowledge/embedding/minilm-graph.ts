import { maxTokens } from '../tokenizer.ts';
import { embeddingDimensions } from './model.ts';
import { createGraphBuilder } from './graph-builder.ts';
import { quantizeLinear, quantizeRows } from './quantize-weights.ts';
import type { WeightTensor } from './safetensors.ts';

const layerCount = 6;
const headCount = 12;
const layerNormEpsilon = { float: 1e-12 };
const onnxFloatType = 1;

/**
 * Products with activations keep to 7 bits: on processors without VNNI, runtimes add two products of 8 bits in 16 bits,
 * which saturates beyond 64 · 255 · 2. So the same text has the same vector on every machine.
 */
const linearLimit = 64;
const tableLimit = 127;

/**
 * The encoder as an ONNX graph from token ids [1, tokens] to one vector [1, 384] of unit length. It takes one text at a
 * time: activations are quantized by the tensor, so a batch would make a text's vector depend on its neighbours, and at
 * 200 tokens the matrix products are large enough that a batch is no faster.
 */
export function buildMinilmGraph(read: (name: string) => WeightTensor): Uint8Array {
  const graph = createGraphBuilder('input_ids', [1, 'tokens']);
  const vector = (name: string): string => constantOf(read(name));
  const constantOf = ({ shape, values }: WeightTensor): string => graph.addFloats(shape, values);

  // Not SkipLayerNormalization: its kernel takes ten times as long as these two together.
  const addAndNormalize = (left: string, right: string, name: string): string =>
    graph.addNode(
      'LayerNormalization',
      [graph.addNode('Add', [left, right]), vector(`${name}.weight`), vector(`${name}.bias`)],
      {
        axis: -1,
        epsilon: layerNormEpsilon,
      },
    );
  const linear = (input: string, weight: WeightTensor, bias: WeightTensor): string => {
    const { shape, integers, scales } = quantizeLinear(weight, linearLimit);
    const columns = [scales.length];
    const inputs = [input, graph.addInt8s(shape, integers), graph.addFloats(columns, scales), '', constantOf(bias)];
    return graph.addNode('ms.DynamicQuantizeMatMul', inputs);
  };
  const namedLinear = (input: string, name: string): string =>
    linear(input, read(`${name}.weight`), read(`${name}.bias`));

  const embed = (): string => {
    const { shape, integers, scales } = quantizeRows(read('embeddings.word_embeddings.weight'), tableLimit);
    const rows = graph.addNode('Gather', [graph.addInt8s(shape, integers), 'input_ids']);
    const rowScales = graph.addNode('Gather', [graph.addFloats([scales.length, 1], scales), 'input_ids']);
    const words = graph.addNode('Mul', [graph.addNode('Cast', [rows], { to: onnxFloatType }), rowScales]);
    const tokenCount = graph.addNode('Slice', [
      graph.addNode('Shape', ['input_ids']),
      graph.addInt64s([1]),
      graph.addInt64s([2]),
    ]);
    const table = graph.addFloats([maxTokens, embeddingDimensions], addSegmentToPositions(read));
    const positions = graph.addNode('Slice', [table, graph.addInt64s([0]), tokenCount, graph.addInt64s([0])]);
    return addAndNormalize(words, positions, 'embeddings.LayerNorm');
  };

  const attend = (hidden: string, layer: string): string => {
    const parts = ['query', 'key', 'value'].map((part) => `${layer}.attention.self.${part}`);
    const weight = concatenate(parts.map((part) => read(`${part}.weight`)));
    const bias = concatenate(parts.map((part) => read(`${part}.bias`)));
    const sizes = graph.addInt64s([embeddingDimensions, embeddingDimensions, embeddingDimensions]);
    const projected = graph.addMultiOutputNode('Split', [linear(hidden, weight, bias), sizes], 3, { axis: -1 });
    const context = graph.addNode('ms.MultiHeadAttention', projected, { num_heads: headCount });
    return namedLinear(context, `${layer}.attention.output.dense`);
  };

  let hidden = embed();
  for (let i = 0; i < layerCount; i++) {
    const layer = `encoder.layer.${i}`;
    hidden = addAndNormalize(attend(hidden, layer), hidden, `${layer}.attention.output.LayerNorm`);
    const widened = graph.addNode('ms.Gelu', [namedLinear(hidden, `${layer}.intermediate.dense`)]);
    hidden = addAndNormalize(namedLinear(widened, `${layer}.output.dense`), hidden, `${layer}.output.LayerNorm`);
  }
  const mean = graph.addNode('ReduceMean', [hidden], { axes: [1], keepdims: 0 });
  return graph.serialize(graph.addNode('LpNormalization', [mean], { axis: -1, p: 2 }), [1, embeddingDimensions]);
}

/** Every token of a single text is of segment 0, so its row is added to the positions once, here. */
function addSegmentToPositions(read: (name: string) => WeightTensor): Float32Array {
  const positions = read('embeddings.position_embeddings.weight').values.slice(0, maxTokens * embeddingDimensions);
  const segment = read('embeddings.token_type_embeddings.weight').values;
  return positions.map((value, i) => value + (segment[i % embeddingDimensions] ?? 0));
}

/** Stacks tensors along their first axis. */
function concatenate(tensors: readonly WeightTensor[]): WeightTensor {
  const rows = tensors.reduce((sum, tensor) => sum + (tensor.shape[0] ?? 0), 0);
  const values = new Float32Array(tensors.reduce((sum, tensor) => sum + tensor.values.length, 0));
  let offset = 0;
  for (const tensor of tensors) {
    values.set(tensor.values, offset);
    offset += tensor.values.length;
  }
  return { shape: [rows, ...(tensors[0]?.shape.slice(1) ?? [])], values };
}
