import { expect, it } from 'vitest';
import { findSoundFault } from '../../../../renderer/calls/player/sound-failure.ts';

it('tells by the answer what is wrong with a recording', () => {
  expect([null, 500, 404, 410, 403, 206, 200].map(findSoundFault)).toEqual([
    'unreachable',
    'unreachable',
    'missing',
    'damaged',
    'expired',
    'undecodable',
    'undecodable',
  ]);
});
