import { createEncoder } from 'wasm-media-encoders';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { decodeSpeech } from '../../../electron/service/features/speech/synthesis/decode-speech.ts';
import { encodeTone, encodeWavFile } from '../../helpers/speech/wav-file.ts';

const wav = (bytes: Uint8Array) => ({ bytes, mediaType: 'audio/wav' });
const toFloat = (samples: Int16Array) => Float32Array.from(samples, (sample) => sample / 32768);

function measureRms(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}

/** Of the tone, which has an amplitude of 0.1. */
const toneRms = 0.1 / Math.SQRT2;

/** Counts how often the signal crosses zero, as a measure of its frequency. */
function countCrossings(samples: Float32Array): number {
  let count = 0;
  for (let index = 1; index < samples.length; index++)
    if ((samples[index - 1] ?? 0) < 0 !== (samples[index] ?? 0) < 0) count += 1;
  return count;
}

async function expectTone(audio: { bytes: Uint8Array; mediaType: string }, accuracy = 0.01): Promise<void> {
  const samples = await decodeSpeech(audio);
  // An MP3 has silence around the sound.
  expect(Math.abs(samples.length / 16_000 - 1)).toBeLessThan(0.06);
  const middle = samples.subarray(2_000, 14_000);
  expect(measureRms(middle)).toBeCloseTo(toneRms, 2);
  expect(Math.abs(countCrossings(middle) - 660)).toBeLessThanOrEqual(660 * accuracy);
}

describe('a tone of one second is decoded at 16 kHz', () => {
  for (const rateHz of [8_000, 16_000, 22_050, 24_000, 44_100, 48_000, 96_000])
    test(`from WAV at ${rateHz} Hz`, () => expectTone(wav(encodeWavFile([encodeTone(1, rateHz)], rateHz))));

  test('from two channels', () => {
    const tone = encodeTone(1, 24_000);
    return expectTone(wav(encodeWavFile([tone, tone], 24_000)));
  });

  test.each([32, 64])('from floating-point numbers of %i bits', (bits) =>
    expectTone(wav(encodeWavFile([toFloat(encodeTone(1, 24_000))], 24_000, { format: 3, bits }))),
  );

  test.each([8, 24, 32])('from integers of %i bits', (bits) =>
    expectTone(wav(encodeWavFile([encodeTone(1, 24_000)], 24_000, { bits }))),
  );

  test('from a file with 64-bit sizes', () => {
    const file = encodeWavFile([encodeTone(1, 24_000)], 24_000, { dataBytes: 0xffffffff });
    file.write('RF64', 0);
    return expectTone(wav(file));
  });

  test('from a stream whose size was not known, and with other chunks', async () => {
    const options = { dataBytes: 0xffffffff, extra: new Uint8Array(11) };
    const even = { ...options, extra: new Uint8Array(12) };
    await expectTone(wav(encodeWavFile([encodeTone(1, 24_000)], 24_000, even)));
    await expectTone(wav(encodeWavFile([encodeTone(1, 24_000)], 24_000, { dataBytes: 0 })));
  });

  test('from PCM, at the rate that the server names or at that of the OpenAI API', async () => {
    const toBytes = (rateHz: number) => new Uint8Array(encodeTone(1, rateHz).buffer);
    await expectTone({ bytes: toBytes(24_000), mediaType: 'audio/pcm' });
    await expectTone({ bytes: toBytes(16_000), mediaType: 'audio/l16; rate=16000' });
  });

  test('from MP3', async () => {
    const wasm = await readFile(createRequire(import.meta.url).resolve('wasm-media-encoders/wasm/mp3'));
    const encoder = await createEncoder('audio/mpeg', new Uint8Array(wasm));
    encoder.configure({ channels: 1, sampleRate: 24_000, bitrate: 64 });
    const frames = Buffer.concat([
      encoder.encode([toFloat(encodeTone(1, 24_000))]).slice(),
      encoder.finalize().slice(),
    ]);
    await expectTone({ bytes: frames, mediaType: 'audio/mpeg' }, 0.02);
  });
});

test('frequencies that 16 kHz cannot represent are removed', async () => {
  const high = Int16Array.from(
    { length: 24_000 },
    (_, index) => 10_000 * Math.sin((2 * Math.PI * 10_500 * index) / 24_000),
  );
  const samples = await decodeSpeech(wav(encodeWavFile([high], 24_000)));
  expect(measureRms(samples.subarray(1_000, 15_000))).toBeLessThan(0.005);
});

describe('what is no speech is refused with a sentence:', () => {
  const second = encodeTone(1, 16_000);
  const cases: readonly [name: string, audio: { bytes: Uint8Array; mediaType: string }][] = [
    ['nothing', wav(new Uint8Array())],
    ['a web page', { bytes: Buffer.from('<html>Sorry'), mediaType: 'text/html' }],
    ['an odd type', { bytes: Buffer.from('OggS....'), mediaType: 'audio/ogg' }],
    ['a header alone', wav(encodeWavFile([second], 16_000).subarray(0, 40))],
    ['no samples', wav(encodeWavFile([new Int16Array()], 16_000))],
    [
      'six channels',
      wav(
        encodeWavFile(
          Array.from({ length: 6 }, () => second),
          16_000,
        ),
      ),
    ],
    ['a rate of 1 Hz', wav(encodeWavFile([second], 1))],
    ['a rate of 4 GHz', wav(encodeWavFile([second], 0xffffffff))],
    ['another format', wav(encodeWavFile([second], 16_000, { format: 85 }))],
    ['61 seconds', wav(encodeWavFile([encodeTone(61, 8_000)], 8_000))],
    ['an MP3 that is too long', { bytes: Buffer.alloc(3_000_000, 'ID3'), mediaType: 'audio/mpeg' }],
    ['a broken MP3', { bytes: Buffer.from([0xff, 0xfb, 1, 2, 3]), mediaType: 'audio/mpeg' }],
  ];
  for (const [name, audio] of cases) test(name, () => expect(decodeSpeech(audio)).rejects.toThrow(/\.$/));

  test('floating-point numbers that are none are silence', async () => {
    const samples = await decodeSpeech(
      wav(encodeWavFile([Float32Array.from([Number.NaN, Infinity, -Infinity, 5])], 16_000, { format: 3, bits: 32 })),
    );
    expect([...samples]).toEqual([0, 0, 0, 1]);
  });
});
