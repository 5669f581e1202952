/** A matrix or vector of a weights file, widened to 32-bit floats, row-major. */
export interface WeightTensor {
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

/** Reads the 16-bit float tensors of a safetensors file (https://huggingface.co/docs/safetensors) by name. */
export function openSafetensors(file: Buffer): (name: string) => WeightTensor {
  const headerSizeBytes = Number(file.readBigUInt64LE(0));
  const dataStart = 8 + headerSizeBytes;
  const header = parseHeader(file.subarray(8, dataStart).toString('utf8'));
  return (name) => {
    const entry = header[name];
    if (entry?.dtype !== 'F16') throw new Error(`The weights hold no 16-bit tensor "${name}".`);
    const [begin, end] = entry.data_offsets;
    const bytes = file.subarray(dataStart + begin, dataStart + end);
    const values = new Float32Array(bytes.length / 2);
    for (let i = 0; i < values.length; i++) values[i] = decodeFloat16(bytes.readUInt16LE(i * 2));
    return { shape: entry.shape, values };
  };
}

interface TensorEntry {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly data_offsets: readonly [number, number];
}

function parseHeader(json: string): Readonly<Record<string, TensorEntry | undefined>> {
  // The file's hash was checked before, so its header is known to have this shape.
  return JSON.parse(json) as Record<string, TensorEntry>;
}

/** IEEE 754 binary16 to number. */
function decodeFloat16(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
