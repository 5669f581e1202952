import { expect, it } from 'vitest';
import { parsePlayerChoices } from '../../../../renderer/calls/player/player-choices.ts';

const first = { rate: 1, volume: 1, skipsSilence: false };

it('keeps what was chosen and mends what makes no sense', () => {
  expect(parsePlayerChoices('{"rate":1.5,"volume":0.4,"skipsSilence":true}')).toEqual({
    rate: 1.5,
    volume: 0.4,
    skipsSilence: true,
  });
  expect(parsePlayerChoices('{"rate":900,"volume":"loud"}')).toEqual(first);
  for (const broken of [null, '', 'nonsense', '[]', '7', 'null']) expect(parsePlayerChoices(broken)).toEqual(first);
});
