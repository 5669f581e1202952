import { maxTokens } from '../tokenizer.ts';
import { DIMENSIONS } from './model.ts';
import { createGraphBuilder } from './graph-builder.ts';
import { quantizeLinear, quantizeRows } from './quantize-weights.ts';
import type { WeightTensor } from './safetensors.ts';

const LAYERS = 6;
const HEADS = 12;
const LAYER_NORM_EPSILON = { float: 1e-12 };
const ONNX_FLOAT = 1;

/**
 * Products with activations keep to 7 bits: on processors without VNNI, runtimes add two products of 8 bits in 16 bits,
 * which saturates beyond 64 · 255 · 2. So the same text has the same vector on every machine.
 */
const LINEAR_LIMIT = 64;
const TABLE_LIMIT = 127;

/**
 * The encoder as an ONNX graph from token ids [1, tokens] to one vector [1, 384] of unit length. It takes one text at a
 * time: activations are quantized by the tensor, so a batch would make a text's vector depend on its neighbours, and at
 * 200 tokens the matrix products are large enough that a batch is no faster.
 */
export function buildMinilmGraph(read: (name: string) => WeightTensor): Uint8Array {
  const graph = createGraphBuilder('input_ids', [1, 'tokens']);
  const vector = (name: string): string => constantOf(read(name));
  const constantOf = ({ shape, values }: WeightTensor): string => graph.floats(shape, values);

  // Not SkipLayerNormalization: its kernel takes ten times as long as these two together.
  const addAndNormalize = (left: string, right: string, name: string): string =>
    graph.node(
      'LayerNormalization',
      [graph.node('Add', [left, right]), vector(`${name}.weight`), vector(`${name}.bias`)],
      {
        axis: -1,
        epsilon: LAYER_NORM_EPSILON,
      },
    );
  const linear = (input: string, weight: WeightTensor, bias: WeightTensor): string => {
    const { shape, integers, scales } = quantizeLinear(weight, LINEAR_LIMIT);
    const columns = [scales.length];
    const inputs = [input, graph.bytes(shape, integers), graph.floats(columns, scales), '', constantOf(bias)];
    return graph.node('ms.DynamicQuantizeMatMul', inputs);
  };
  const namedLinear = (input: string, name: string): string =>
    linear(input, read(`${name}.weight`), read(`${name}.bias`));

  const embed = (): string => {
    const { shape, integers, scales } = quantizeRows(read('embeddings.word_embeddings.weight'), TABLE_LIMIT);
    const rows = graph.node('Gather', [graph.bytes(shape, integers), 'input_ids']);
    const rowScales = graph.node('Gather', [graph.floats([scales.length, 1], scales), 'input_ids']);
    const words = graph.node('Mul', [graph.node('Cast', [rows], { to: ONNX_FLOAT }), rowScales]);
    const tokenCount = graph.node('Slice', [
      graph.node('Shape', ['input_ids']),
      graph.integers([1]),
      graph.integers([2]),
    ]);
    const table = graph.floats([maxTokens, DIMENSIONS], addSegmentToPositions(read));
    const positions = graph.node('Slice', [table, graph.integers([0]), tokenCount, graph.integers([0])]);
    return addAndNormalize(words, positions, 'embeddings.LayerNorm');
  };

  const attend = (hidden: string, layer: string): string => {
    const parts = ['query', 'key', 'value'].map((part) => `${layer}.attention.self.${part}`);
    const weight = concatenate(parts.map((part) => read(`${part}.weight`)));
    const bias = concatenate(parts.map((part) => read(`${part}.bias`)));
    const sizes = graph.integers([DIMENSIONS, DIMENSIONS, DIMENSIONS]);
    const projected = graph.nodes('Split', [linear(hidden, weight, bias), sizes], 3, { axis: -1 });
    const context = graph.node('ms.MultiHeadAttention', projected, { num_heads: HEADS });
    return namedLinear(context, `${layer}.attention.output.dense`);
  };

  let hidden = embed();
  for (let i = 0; i < LAYERS; i++) {
    const layer = `encoder.layer.${i}`;
    hidden = addAndNormalize(attend(hidden, layer), hidden, `${layer}.attention.output.LayerNorm`);
    const widened = graph.node('ms.Gelu', [namedLinear(hidden, `${layer}.intermediate.dense`)]);
    hidden = addAndNormalize(namedLinear(widened, `${layer}.output.dense`), hidden, `${layer}.output.LayerNorm`);
  }
  const mean = graph.node('ReduceMean', [hidden], { axes: [1], keepdims: 0 });
  return graph.finish(graph.node('LpNormalization', [mean], { axis: -1, p: 2 }), [1, DIMENSIONS]);
}

/** Every token of a single text is of segment 0, so its row is added to the positions once, here. */
function addSegmentToPositions(read: (name: string) => WeightTensor): Float32Array {
  const positions = read('embeddings.position_embeddings.weight').values.slice(0, maxTokens * DIMENSIONS);
  const segment = read('embeddings.token_type_embeddings.weight').values;
  return positions.map((value, i) => value + (segment[i % DIMENSIONS] ?? 0));
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
