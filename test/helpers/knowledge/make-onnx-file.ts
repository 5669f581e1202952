import { createRandom } from '../../../electron/service/platform/seeded-random.ts';
import { createGraphBuilder } from '../../../electron/setup/embedding-model/graph-builder.ts';

export const tinyDimensions = 32;
/** The vocabulary of the tokenizer of the built-in model. */
const words = 30_522;

/** What a tiny model returns for a text of some tokens: their vectors, or something that is not a vector of a text. */
export type TinyOutput = 'tokens' | 'huge' | 'flat' | 'small';

/** Makes an ONNX file that returns a random vector for each token, so that texts with the same words are similar. */
export function makeOnnxFile(output: TinyOutput = 'tokens', inputName = 'input_ids'): Uint8Array {
  const graph = createGraphBuilder(inputName, [1, 'tokens']);
  const serialize = (value: string, shape: readonly (number | string)[]) =>
    graph.serialize([{ name: 'embedding', value, shape }]);
  const random = createRandom('tiny model');
  const dimensions = output === 'small' ? 8 : tinyDimensions;
  const table = Float32Array.from({ length: words * dimensions }, () => random.next() - 0.5);
  const vectors = graph.addNode('Gather', [graph.addFloats([words, dimensions], table), inputName]);
  if (output === 'flat')
    return serialize(graph.addNode('ReduceMean', [vectors], { axes: [0, 1], keepdims: 0 }), [dimensions]);
  if (output !== 'huge') return serialize(vectors, [1, 'tokens', dimensions]);
  const expanded = graph.addNode('Expand', [vectors, graph.addInt64s([20_000, 1, 1])]);
  const mean = graph.addNode('ReduceMean', [expanded], { axes: [0], keepdims: 1 });
  return serialize(mean, [1, 'tokens', dimensions]);
}
