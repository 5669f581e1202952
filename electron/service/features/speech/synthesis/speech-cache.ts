import type { Synthesizer } from './synthesizer.ts';

/** Keeps what was synthesized last, up to so many samples: agents say their greetings and questions in every call. */
export function createSpeechCache(synthesizer: Synthesizer, maxSamples: number): Synthesizer {
  const kept = new Map<string, Int16Array>();
  let samples = 0;
  return {
    synthesize(voice, sentence, ratePercent = 100) {
      const key = `${voice} ${ratePercent} ${sentence}`;
      const found = kept.get(key);
      const speech = found ?? synthesizer.synthesize(voice, sentence, ratePercent);
      if (!found) samples += speech.length;
      kept.delete(key); // moves it to the end
      kept.set(key, speech);
      for (const [oldest, { length }] of kept) {
        if (samples <= maxSamples) break;
        kept.delete(oldest);
        samples -= length;
      }
      return speech;
    },
  };
}
