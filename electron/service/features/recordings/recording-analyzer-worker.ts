import { createReadStream } from 'node:fs';
import { MPEGDecoder } from 'mpg123-decoder';
import { serveRequests, TransferredResult } from '../../platform/workers/serve-requests.ts';
import { PeakTrack, peaksPerSecond } from '../speech/peak-track.ts';
import { estimateTurnTimes } from './estimate-turn-times.ts';
import type { AnalyzerProtocol } from './recording-analyzer.ts';

/** A longer recording is not plausible. */
const maxSeconds = 12 * 60 * 60;

serveRequests<AnalyzerProtocol>({
  analyze: async ({ path, turns }) => {
    const { durationSeconds, channels } = await decode(path);
    const peaks = { perSecond: peaksPerSecond, channels };
    const turnTimes = turns.length === 0 ? [] : estimateTurnTimes(turns, peaks, durationSeconds);
    const result = { durationSeconds, peaks, turnTimes };
    return new TransferredResult(
      result,
      channels.map(({ buffer }) => buffer),
    );
  },
});

async function decode(path: string) {
  // With `enableGapless`, the decoder would drop the delay of the encoder, which players keep.
  const decoder = new MPEGDecoder({ enableGapless: false });
  await decoder.ready;
  try {
    let samples = 0;
    let sampleRate = 0;
    let tracks: readonly [PeakTrack, PeakTrack] | undefined;
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      const decoded = decoder.decode(chunk);
      const [left, right = left] = decoded.channelData;
      if (!left || !right || decoded.samplesDecoded === 0) continue;
      tracks ??= [new PeakTrack(decoded.sampleRate), new PeakTrack(decoded.sampleRate)];
      tracks[0].add(left);
      tracks[1].add(right);
      samples += decoded.samplesDecoded;
      sampleRate = decoded.sampleRate;
      if (samples > maxSeconds * sampleRate) throw new Error('The recording is longer than 12 hours.');
    }
    if (!tracks || samples === 0) throw new Error('The recording contains no audio.');
    return {
      durationSeconds: samples / sampleRate,
      channels: [tracks[0].getPeaks(samples), tracks[1].getPeaks(samples)] as const,
    };
  } finally {
    decoder.free();
  }
}
