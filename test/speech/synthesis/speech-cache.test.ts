import { describe, expect, it } from 'vitest';
import { createSpeechCache } from '../../../electron/service/features/speech/synthesis/speech-cache.ts';
import type { Synthesizer } from '../../../electron/service/features/speech/synthesis/synthesizer.ts';

/** Speech of ten samples, whose first one counts the sentences that were synthesized. */
function createCounter() {
  const spoken: string[] = [];
  const synthesizer: Synthesizer = {
    synthesize(voice, sentence, ratePercent) {
      spoken.push(`${voice} ${ratePercent} ${sentence}`);
      return new Int16Array(10).fill(spoken.length);
    },
  };
  return { spoken, synthesizer };
}

describe('the cache of speech', () => {
  it('synthesizes a sentence once for each voice and rate', () => {
    const { spoken, synthesizer } = createCounter();
    const cache = createSpeechCache(synthesizer, 1_000);
    const first = cache.synthesize('slt', 'Hello.');
    expect(cache.synthesize('slt', 'Hello.', 100)).toBe(first);
    expect(cache.synthesize('rms', 'Hello.')).not.toEqual(first);
    expect(cache.synthesize('slt', 'Hello.', 120)).not.toEqual(first);
    expect(spoken).toEqual(['slt 100 Hello.', 'rms 100 Hello.', 'slt 120 Hello.']);
  });

  it('keeps no more samples than it may, and those that were used last', () => {
    const { spoken, synthesizer } = createCounter();
    const cache = createSpeechCache(synthesizer, 25);
    for (const sentence of ['One.', 'Two.', 'One.', 'Three.', 'One.', 'Two.']) cache.synthesize('slt', sentence);
    expect(spoken.map((text) => text.split(' ').at(-1))).toEqual(['One.', 'Two.', 'Three.', 'Two.']);
  });

  it('keeps nothing that is longer than all it may keep', () => {
    const { spoken, synthesizer } = createCounter();
    const cache = createSpeechCache(synthesizer, 5);
    cache.synthesize('slt', 'Long.');
    cache.synthesize('slt', 'Long.');
    expect(spoken).toHaveLength(2);
  });
});
