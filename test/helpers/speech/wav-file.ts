/** Returns a tone of 440 Hz at a tenth of full scale, as 16-bit samples. */
export function encodeTone(seconds: number, rateHz: number, amplitude = 0.1): Int16Array {
  return Int16Array.from({ length: Math.round(seconds * rateHz) }, (_, index) =>
    Math.round(Math.sin((2 * Math.PI * 440 * index) / rateHz) * amplitude * 32767),
  );
}

type WavOptions = {
  readonly format?: number;
  readonly bits?: number;
  /** As it is written in the header. */
  readonly dataBytes?: number;
  /** Bytes of a chunk before the data. */
  readonly extra?: Uint8Array;
};

/** Encodes channels, which are interleaved, as a WAV file (RIFF), with a header that tests can make wrong. */
export function encodeWavFile(
  channels: readonly (Int16Array | Float32Array)[],
  rateHz: number,
  { format = 1, bits = 16, dataBytes, extra = new Uint8Array() }: WavOptions = {},
): Buffer {
  const length = channels[0]?.length ?? 0;
  const data = Buffer.alloc(length * channels.length * (bits / 8));
  for (let index = 0; index < length; index++)
    for (const [channel, samples] of channels.entries()) {
      const offset = (index * channels.length + channel) * (bits / 8);
      const sample = samples[index] ?? 0;
      if (bits === 64) data.writeDoubleLE(sample, offset);
      else if (bits === 32 && format === 3) data.writeFloatLE(sample, offset);
      else if (bits === 8) data.writeUInt8(128 + Math.round(sample / 256), offset);
      else data.writeIntLE(sample * 2 ** (bits - 16), offset, bits / 8);
    }
  const description = Buffer.alloc(24);
  description.write('fmt ', 0);
  description.writeUInt32LE(16, 4);
  description.writeUInt16LE(format, 8);
  description.writeUInt16LE(channels.length, 10);
  description.writeUInt32LE(rateHz, 12);
  description.writeUInt32LE((rateHz * channels.length * (bits / 8)) % 2 ** 32, 16);
  description.writeUInt16LE(channels.length * (bits / 8), 20);
  description.writeUInt16LE(bits, 22);
  const dataHead = Buffer.alloc(8);
  dataHead.write('data', 0);
  dataHead.writeUInt32LE(dataBytes ?? data.length, 4);
  const list = Buffer.alloc(extra.length === 0 ? 0 : 8);
  if (extra.length > 0) {
    list.write('LIST', 0);
    list.writeUInt32LE(extra.length, 4);
  }
  const rest = Buffer.concat([description, list, extra, dataHead, data]);
  const head = Buffer.from('RIFF\0\0\0\0WAVE');
  head.writeUInt32LE(rest.length + 4, 4);
  return Buffer.concat([head, rest]);
}
