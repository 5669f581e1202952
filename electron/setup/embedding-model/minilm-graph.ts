import { embeddingDimensions } from '../../service/features/knowledge/embedding/model.ts';
import { tokenDimensions, tokenRowSize } from '../../service/features/knowledge/embedding/token-rows.ts';
import { maxTokens } from '../../service/features/knowledge/tokenizer.ts';
import { createGraphBuilder } from './graph-builder.ts';
import { quantizeLinear, quantizeRows, type WeightTensor } from './model-weights.ts';

const layerCount = 6;
const headCount = 12;
const layerNormEpsilon = { float: 1e-12 };
const onnxFloatType = 1;

/**
 * Weights that are multiplied with activations use 7 bits: on processors without VNNI, runtimes add two 8-bit products in
 * 16 bits, which saturates beyond 64 · 255 · 2. This way a text has the same vector on every machine.
 */
const linearLimit = 64;
const tableLimit = 127;

/**
 * Builds the encoder as an ONNX graph from token ids [1, tokens] to one vector [1, 384] of unit length, and to a row of numbers for
 * each token [1, tokens, 65], which `projection` makes of its state (token-rows.ts): each is computed only if it is asked for. It processes one
 * text at a time: activations are quantized per tensor, so in a batch a vector would depend on the other texts. At 200
 * tokens, the matrix products are large enough that batches are no faster.
 */
export function buildMinilmGraph(read: (name: string) => WeightTensor, projection: TokenProjection): Uint8Array {
  const graph = createGraphBuilder('input_ids', [1, 'tokens']);
  const addVector = (name: string): string => addConstant(read(name));
  const addConstant = ({ shape, values }: WeightTensor): string => graph.addFloats(shape, values);

  // Not SkipLayerNormalization, whose kernel takes ten times as long as these two nodes.
  const addAndNormalize = (left: string, right: string, name: string): string =>
    graph.addNode(
      'LayerNormalization',
      [graph.addNode('Add', [left, right]), addVector(`${name}.weight`), addVector(`${name}.bias`)],
      {
        axis: -1,
        epsilon: layerNormEpsilon,
      },
    );
  const addLinear = (input: string, weight: WeightTensor, bias: WeightTensor): string => {
    const { shape, integers, scales } = quantizeLinear(weight, linearLimit);
    const columns = [scales.length];
    const inputs = [input, graph.addInt8s(shape, integers), graph.addFloats(columns, scales), '', addConstant(bias)];
    return graph.addNode('ms.DynamicQuantizeMatMul', inputs);
  };
  const addNamedLinear = (input: string, name: string): string =>
    addLinear(input, read(`${name}.weight`), read(`${name}.bias`));

  const addEmbedding = (): string => {
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

  const addAttention = (hidden: string, layer: string): string => {
    const parts = ['query', 'key', 'value'].map((part) => `${layer}.attention.self.${part}`);
    const weight = concatenate(parts.map((part) => read(`${part}.weight`)));
    const bias = concatenate(parts.map((part) => read(`${part}.bias`)));
    const sizes = graph.addInt64s([embeddingDimensions, embeddingDimensions, embeddingDimensions]);
    const projected = graph.addMultiOutputNode('Split', [addLinear(hidden, weight, bias), sizes], 3, { axis: -1 });
    const context = graph.addNode('ms.MultiHeadAttention', projected, { num_heads: headCount });
    return addNamedLinear(context, `${layer}.attention.output.dense`);
  };

  let hidden = addEmbedding();
  for (let i = 0; i < layerCount; i++) {
    const layer = `encoder.layer.${i}`;
    hidden = addAndNormalize(addAttention(hidden, layer), hidden, `${layer}.attention.output.LayerNorm`);
    const expanded = graph.addNode('ms.Gelu', [addNamedLinear(hidden, `${layer}.intermediate.dense`)]);
    hidden = addAndNormalize(addNamedLinear(expanded, `${layer}.output.dense`), hidden, `${layer}.output.LayerNorm`);
  }
  const mean = graph.addNode('ReduceMean', [hidden], { axes: [1], keepdims: 0 });
  const vector = graph.addNode('LpNormalization', [mean], { axis: -1, p: 2 });

  const addTokenRows = (): string => {
    const product = graph.addNode('MatMul', [hidden, addConstant(projection.weight)]);
    const sizes = graph.addInt64s([tokenDimensions, tokenDimensions, 1]);
    const rows = graph.addNode('Add', [product, addConstant(projection.bias)]);
    const [asked = '', offered = '', importance = ''] = graph.addMultiOutputNode('Split', [rows, sizes], 3, {
      axis: -1,
    });
    const unit = [asked, offered].map((part) => graph.addNode('LpNormalization', [part], { axis: -1, p: 2 }));
    return graph.addNode('Concat', [...unit, importance], { axis: -1 });
  };
  return graph.serialize([
    { name: 'embedding', value: vector, shape: [1, embeddingDimensions] },
    { name: 'tokens', value: addTokenRows(), shape: [1, 'tokens', tokenRowSize] },
  ]);
}

/** Makes a row of token-rows.ts of a token's state: [384, 65] and [65]. */
export type TokenProjection = { readonly weight: WeightTensor; readonly bias: WeightTensor };

/** All tokens of a single text belong to segment 0, so its row is added to the positions here, once. */
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
