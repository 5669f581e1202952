import { isObject } from '../../../platform/is-object.ts';
import { describeError } from '../../remote/create-status-error.ts';
import { addUnitVector, SearchModelError } from './text-embedder.ts';

type Expected = {
  readonly count: number;
  /** Null while it is not known. */
  readonly dimensions: number | null;
  readonly apiKey: string;
};

/**
 * Reads `{ data: [{ index, embedding }] }`, as unit vectors one after another. The server can send the vectors in any order. Some
 * servers send `{ embeddings: [[…]] }` or only the list, or give each vector the same index. Throws SearchModelError.
 */
export function readEmbeddings(body: unknown, { count, dimensions, apiKey }: Expected): Float32Array {
  const data = Array.isArray(body) ? body : isObject(body) ? (body['data'] ?? body['embeddings']) : undefined;
  const noEmbeddings = 'The server sent something other than embeddings.';
  if (!Array.isArray(data)) throw createAnswerError(`${noEmbeddings} ${describeError(body, apiKey)}`.trim());
  if (data.length !== count)
    throw createAnswerError(`The server sent ${data.length} vectors for ${count} ${count === 1 ? 'text' : 'texts'}.`);
  const isOrdered = new Set(data.map(findIndex)).size === 1;
  let vectors: Float32Array | undefined;
  let length = dimensions;
  const isSet = new Set<number>();
  for (const [position, item] of data.entries()) {
    const embedding = readVector(isObject(item) ? item['embedding'] : item);
    const index = (isOrdered ? undefined : findIndex(item)) ?? position;
    if (!embedding) throw createAnswerError(noEmbeddings);
    length ??= embedding.length;
    if (embedding.length !== length)
      throw createAnswerError(`The server sent a vector of ${embedding.length} numbers instead of ${length}.`);
    if (!Number.isInteger(index) || index < 0 || index >= count || isSet.has(index))
      throw createAnswerError('The server sent vectors that do not belong to the texts.');
    isSet.add(index);
    vectors ??= new Float32Array(count * length);
    const numbers = embedding.every((value) => typeof value === 'number') ? embedding : [];
    if (numbers.length !== length || !addUnitVector(numbers, vectors, index * length))
      throw createAnswerError(
        'The server sent a vector that is not valid: some of its numbers are missing or infinite.',
      );
  }
  return vectors ?? new Float32Array(0);
}

function findIndex(item: unknown): number | undefined {
  return isObject(item) && typeof item['index'] === 'number' ? item['index'] : undefined;
}

/** Returns the numbers of a list, of a list in a list, or of Base64, which some servers send in any case; undefined if it is neither. */
function readVector(value: unknown): readonly unknown[] | undefined {
  if (typeof value === 'string') return decodeVector(value);
  if (!Array.isArray(value)) return undefined;
  return value.length === 1 && Array.isArray(value[0]) ? value[0] : value;
}

function decodeVector(text: string): readonly number[] | undefined {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === 0 || bytes.length % 4 !== 0) return undefined;
  return Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(index * 4));
}

function createAnswerError(message: string): SearchModelError {
  return new SearchModelError(message, 'Check the base URL and the name of the model.');
}
