import { expect, it } from 'vitest';
import { parsePlayerPreferences } from '../../../../renderer/calls/player/player-preferences.ts';

const first = { rate: 1, volume: 1, skipsSilence: false };

it('keeps what was chosen and mends what makes no sense', () => {
  expect(parsePlayerPreferences('{"rate":1.5,"volume":0.4,"skipsSilence":true}')).toEqual({
    rate: 1.5,
    volume: 0.4,
    skipsSilence: true,
  });
  expect(parsePlayerPreferences('{"rate":900,"volume":"loud"}')).toEqual(first);
  for (const broken of [null, '', 'nonsense', '[]', '7', 'null']) expect(parsePlayerPreferences(broken)).toEqual(first);
});
