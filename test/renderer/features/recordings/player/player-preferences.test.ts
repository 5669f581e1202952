import { expect, it } from 'vitest';
import {
  findNextRate,
  formatRate,
  parsePlayerPreferences,
} from '../../../../../renderer/features/recordings/player/player-preferences.ts';

const defaults = { rate: 1, volume: 1, skipsSilence: false };

it('keeps valid preferences and replaces invalid ones with defaults', () => {
  expect(parsePlayerPreferences('{"rate":1.5,"volume":0.4,"skipsSilence":true}')).toEqual({
    rate: 1.5,
    volume: 0.4,
    skipsSilence: true,
  });
  expect(parsePlayerPreferences('{"rate":900,"volume":"loud"}')).toEqual(defaults);
  for (const broken of [null, '', 'nonsense', '[]', '7', 'null'])
    expect(parsePlayerPreferences(broken)).toEqual(defaults);
});

it('steps through the playback speeds and stops at either end', () => {
  expect([findNextRate(1, 1), findNextRate(1, -1), findNextRate(3, 1), findNextRate(0.5, -1)]).toEqual([
    1.25, 0.75, 3, 0.5,
  ]);
  expect(formatRate(0.75)).toBe('0.75×');
});
