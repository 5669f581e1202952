import { readFile } from 'node:fs/promises';
import { Tokenizer } from '@huggingface/tokenizers';
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { limits } from '../../../../../shared/contract/limits.ts';
import { hashBytes } from './model.ts';
import { loadOnnxRuntime, openSession, type OnnxRuntime } from '../../../platform/onnx-runtime.ts';
import { addUnitVector, SearchModelError } from './text-embedder.ts';

export type FileModelOptions = {
  readonly modelPath: string;
  readonly modelSha256: string;
  readonly tokenizerPath: string;
  readonly tokenizerSha256: string;
  readonly pooling: 'mean' | 'first';
  readonly threads: number;
};

/** Returns the vector of one text: numbers of unit length. */
export type FileModel = { readonly embedText: (text: string) => Promise<Float32Array> };

/** Tokens of a text, longest first. A model that fails with a number accepts fewer. */
const windows = [512, 256, 128, 64] as const;
const maxTokenizerBytes = 64 * 1024 * 1024;
/** Longer texts have more tokens than any window. */
const maxTextChars = 8_000;

/** Loads an ONNX file and its tokenizer. Throws SearchModelError if they cannot be used. */
export async function openFileModel(options: FileModelOptions): Promise<FileModel> {
  const encode = await openTokenizer(options);
  const library = await loadOnnxRuntime();
  if (!library)
    throw new SearchModelError('ONNX files cannot be used on this system.', 'Use a server, or the built-in model.');
  const graph = await readUploadedFile(options.modelPath, options.modelSha256);
  const session = await openSession(library, graph, options.threads).catch((cause: unknown) => {
    throw new SearchModelError(
      /external|\.data\b|model_path/i.test(String(cause))
        ? 'The ONNX file keeps its weights in another file.'
        : 'The file is not an ONNX model that can be loaded.',
      'Choose an ONNX file that contains its weights, such as model.onnx or model_quantized.onnx.',
      { cause },
    );
  });
  const run = createRunner(library, session, options.pooling);
  const window = await findWindow(run, encode('text').ids);
  return { embedText: (text) => run(encode(text.slice(0, maxTextChars)).fit(window)) };
}

/** Reads a file whose content must be the one that was checked. */
async function readUploadedFile(path: string, sha256: string): Promise<Buffer> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw new SearchModelError(
      'A file of the search model is not on this computer.',
      'Choose the ONNX file and its tokenizer again, or return to the built-in model.',
      { cause },
    );
  });
  if (hashBytes(bytes) === sha256) return bytes;
  throw new SearchModelError(
    'A file of the search model has changed since it was checked.',
    'Choose the ONNX file and its tokenizer again, or return to the built-in model.',
  );
}

type Encoded = {
  readonly ids: readonly number[];
  /** Returns as many ids as fit. The special tokens at both ends stay. */
  readonly fit: (maxTokens: number) => readonly number[];
};

async function openTokenizer(options: FileModelOptions): Promise<(text: string) => Encoded> {
  const bytes = await readUploadedFile(options.tokenizerPath, options.tokenizerSha256);
  if (bytes.length > maxTokenizerBytes) throw createTokenizerError();
  try {
    const definition: unknown = JSON.parse(bytes.toString());
    if (typeof definition !== 'object' || definition === null) throw createTokenizerError();
    const tokenizer = new Tokenizer(definition, {});
    const suffix = findSuffix(tokenizer.encode('').ids, tokenizer.encode('a').ids);
    return (text) => {
      const { ids } = tokenizer.encode(text);
      return {
        ids,
        fit: (maxTokens) => (ids.length <= maxTokens ? ids : [...ids.slice(0, maxTokens - suffix.length), ...suffix]),
      };
    };
  } catch (error) {
    throw error instanceof SearchModelError ? error : createTokenizerError(error);
  }
}

function createTokenizerError(cause?: unknown): SearchModelError {
  return new SearchModelError(
    'The tokenizer cannot be used.',
    'Choose the file tokenizer.json that belongs to the model. It is usually in the same folder.',
    { cause },
  );
}

/** Returns the special tokens at the end. An empty text has only the special tokens. */
function findSuffix(empty: readonly number[], text: readonly number[]): readonly number[] {
  const start = empty.findIndex((id, index) => id !== text[index]);
  return start < 0 ? [] : empty.slice(start);
}

type Runner = (tokenIds: readonly number[]) => Promise<Float32Array>;

function createRunner(
  { Tensor: NewTensor }: OnnxRuntime,
  session: InferenceSession,
  pooling: 'mean' | 'first',
): Runner {
  const unknown = session.inputNames.find((name) => !['input_ids', 'attention_mask', 'token_type_ids'].includes(name));
  if (unknown !== undefined || !session.inputNames.includes('input_ids'))
    throw new SearchModelError(
      unknown === undefined
        ? 'The model does not take input_ids, so it is not a model for text.'
        : `The model needs the input ${unknown.slice(0, 60)}, which Switchboard does not provide.`,
      'Choose a model that turns sentences into vectors.',
    );
  return async (tokenIds) => {
    const create = (values: BigInt64Array) => new NewTensor('int64', values, [1, tokenIds.length]);
    const values = {
      input_ids: create(BigInt64Array.from(tokenIds, BigInt)),
      attention_mask: create(new BigInt64Array(tokenIds.length).fill(1n)),
      token_type_ids: create(new BigInt64Array(tokenIds.length)),
    };
    const outputs = await session.run(
      Object.fromEntries(Object.entries(values).filter(([name]) => session.inputNames.includes(name))),
    );
    return readVector(outputs, session.outputNames, tokenIds.length, pooling);
  };
}

/** Returns the vector that a model computed for a text, or combines the vectors of its tokens. */
function readVector(
  outputs: Readonly<Record<string, Tensor>>,
  names: readonly string[],
  tokens: number,
  pooling: 'mean' | 'first',
): Float32Array {
  const found = names.flatMap((name) => outputs[name] ?? []).filter(({ data }) => data instanceof Float32Array);
  const whole = found.find(({ dims }) => dims.length === 2 && dims[0] === 1);
  const byToken = found.find(({ dims }) => dims.length === 3 && dims[0] === 1 && dims[1] === tokens);
  const output = whole ?? byToken;
  if (!output)
    throw new SearchModelError(
      'The model returns no vector of 32-bit numbers for a text or its tokens.',
      'Choose a model that turns sentences into vectors.',
    );
  const data = output.data as Float32Array; // checked above
  const size = output.dims.at(-1) ?? 0;
  if (size < limits.searchModelDimensionsMin || size > limits.searchModelDimensions)
    throw new SearchModelError(
      `The vectors of the model have ${size} numbers. Between ${limits.searchModelDimensionsMin} and ${limits.searchModelDimensions.toLocaleString('en')} are possible.`,
      'Choose a model that turns sentences into vectors.',
    );
  const pooled = whole || pooling === 'first' ? data.subarray(0, size) : addRows(data, size);
  const vector = new Float32Array(size);
  if (addUnitVector(pooled, vector, 0)) return vector;
  throw new SearchModelError(
    'The model returns vectors that are not valid: some of their numbers are missing or infinite.',
    'Choose another file of this model, such as one that is not quantized.',
  );
}

/** Returns the sum of the rows, which has the direction of their mean. */
function addRows(rows: Float32Array, size: number): Float32Array {
  const sum = new Float32Array(size);
  for (let i = 0; i < rows.length; i++) sum[i % size] = (sum[i % size] ?? 0) + (rows[i] ?? 0);
  return sum;
}

/** Returns the number of tokens that the model accepts. Throws the error of the shortest text if it accepts none. */
async function findWindow(run: Runner, sample: readonly number[]): Promise<number> {
  const middle = sample[Math.floor(sample.length / 2)] ?? 0;
  let failure: unknown;
  for (const window of windows) {
    try {
      await run(Array.from({ length: window }, () => middle));
      return window;
    } catch (error) {
      failure = error;
      if (error instanceof SearchModelError) break;
    }
  }
  if (failure instanceof SearchModelError) throw failure;
  throw new SearchModelError(
    'The model fails with every text.',
    'Choose the tokenizer that belongs to the model, or another file of the model.',
    { cause: failure },
  );
}
