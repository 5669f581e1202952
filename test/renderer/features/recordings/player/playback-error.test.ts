import { expect, it } from 'vitest';
import { classifyPlaybackError } from '../../../../../renderer/features/recordings/player/playback-error.ts';

it('classifies a playback error by the HTTP status', () => {
  expect([null, 500, 404, 410, 403, 206, 200].map(classifyPlaybackError)).toEqual([
    'unreachable',
    'unreachable',
    'missing',
    'damaged',
    'expired',
    'undecodable',
    'undecodable',
  ]);
});
