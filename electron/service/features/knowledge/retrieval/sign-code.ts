// Public: other features may import this file.

/** Returns the number of 32-bit words of a code. A code has one bit per dimension, set if the vector exceeds the origin there. */
export function countCodeWords(dimensions: number): number {
  return Math.ceil(dimensions / 32);
}

/** Writes the code of a vector into `codes` at a word offset. */
export function writeSignCode(vector: Float32Array, origin: Float32Array, codes: Uint32Array, offset: number): void {
  const words = countCodeWords(vector.length);
  for (let word = 0; word < words; word++) {
    let bits = 0;
    for (let bit = 0; bit < 32; bit++) {
      const i = word * 32 + bit;
      if ((vector[i] ?? 0) > (origin[i] ?? 0)) bits |= 1 << bit;
    }
    codes[offset + word] = bits;
  }
}

/**
 * Writes the number of differing bits between a code and each of `count` codes to `distances`. The angle between two
 * vectors grows with it (random hyperplanes: Charikar, 2002), for a thirtieth of the cost of a dot product.
 */
export function computeHammingDistances(
  code: Uint32Array,
  codes: Uint32Array,
  count: number,
  distances: Uint16Array,
): void {
  const words = code.length;
  for (let i = 0, offset = 0; i < count; i++) {
    let distance = 0;
    // Indices are always in range; the fallbacks only satisfy the compiler.
    for (let word = 0; word < words; word++) distance += countBits((codes[offset++] ?? 0) ^ (code[word] ?? 0));
    distances[i] = distance;
  }
}

function countBits(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  bits = (bits + (bits >>> 4)) & 0x0f0f0f0f;
  return Math.imul(bits, 0x01010101) >>> 24;
}
