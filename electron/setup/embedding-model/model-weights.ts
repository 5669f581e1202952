/** A matrix or vector of a weights file as 32-bit floats in row-major order. */
export type WeightTensor = {
  readonly shape: readonly number[];
  readonly values: Float32Array;
};

/** Returns a function that reads 16-bit float tensors of a safetensors file by name (https://huggingface.co/docs/safetensors). */
export function openSafetensors(file: Buffer): (name: string) => WeightTensor {
  const headerSizeBytes = Number(file.readBigUInt64LE(0));
  const dataStart = 8 + headerSizeBytes;
  const header = parseHeader(file.subarray(8, dataStart).toString('utf8'));
  return (name) => {
    const entry = header[name];
    if (entry?.dtype !== 'F16') throw new Error(`The weights contain no 16-bit tensor "${name}".`);
    const [begin, end] = entry.data_offsets;
    return { shape: entry.shape, values: readFloat16s(file.subarray(dataStart + begin, dataStart + end)) };
  };
}

/** A table of all 16-bit values, because the file contains millions of them. */
const float16Values = Float32Array.from({ length: 2 ** 16 }, (_, bits) => decodeFloat16(bits));

/** Decodes 16-bit floats in little-endian order. */
export function readFloat16s(bytes: Buffer): Float32Array {
  const values = new Float32Array(bytes.length / 2);
  for (let i = 0; i < values.length; i++) values[i] = float16Values[bytes.readUInt16LE(i * 2)] ?? 0;
  return values;
}

type TensorEntry = {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly data_offsets: readonly [number, number];
};

function parseHeader(json: string): Readonly<Record<string, TensorEntry | undefined>> {
  // The file's hash has been verified, so its header has this shape.
  return JSON.parse(json) as Record<string, TensorEntry>;
}

/** Converts an IEEE 754 binary16 value to a number. */
function decodeFloat16(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** 8-bit integers with one scale per column (or row): value ≈ integer × scale. */
type QuantizedMatrix = {
  readonly shape: readonly [rows: number, columns: number];
  readonly integers: Int8Array;
  readonly scales: Float32Array;
};

/**
 * Quantizes the weight of a linear layer ([out, in], as in PyTorch) as the right-hand side of a product ([in, out]), with
 * one scale per output. `limit` is the largest integer used.
 */
export function quantizeLinear(weight: WeightTensor, limit: number): QuantizedMatrix {
  const [outputs, inputs] = getMatrixShape(weight);
  const byRow = quantizeRows(weight, limit);
  const integers = new Int8Array(byRow.integers.length);
  for (let out = 0; out < outputs; out++) {
    for (let i = 0; i < inputs; i++) integers[i * outputs + out] = byRow.integers[out * inputs + i] ?? 0;
  }
  return { shape: [inputs, outputs], integers, scales: byRow.scales };
}

/** Quantizes a table with one scale per row. */
export function quantizeRows(table: WeightTensor, limit: number): QuantizedMatrix {
  const [rows, columns] = getMatrixShape(table);
  const integers = new Int8Array(rows * columns);
  const scales = new Float32Array(rows);
  for (let row = 0; row < rows; row++) {
    const values = table.values.subarray(row * columns, (row + 1) * columns);
    let largest = 0;
    for (const value of values) largest = Math.max(largest, Math.abs(value));
    scales[row] = largest / limit || 1;
    const scale = scales[row] ?? 1;
    values.forEach((value, i) => (integers[row * columns + i] = Math.round(value / scale)));
  }
  return { shape: [rows, columns], integers, scales };
}

function getMatrixShape({ shape }: WeightTensor): readonly [number, number] {
  const [rows, columns] = shape;
  if (rows === undefined || columns === undefined || shape.length !== 2) {
    throw new Error(`Expected a matrix, not the shape [${shape.join(', ')}].`);
  }
  return [rows, columns];
}
