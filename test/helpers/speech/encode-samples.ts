/** Encodes samples as a request for a practice call has them: 16 bits, little-endian, in Base64. */
export function encodeSamples(samples: Float32Array): string {
  const bytes = Buffer.alloc(samples.length * 2);
  for (const [index, sample] of samples.entries()) bytes.writeInt16LE(Math.round(sample * 32_767), 2 * index);
  return bytes.toString('base64');
}
