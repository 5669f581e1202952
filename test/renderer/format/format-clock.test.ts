import { expect, it } from 'vitest';
import { formatClock } from '../../../renderer/format/format-clock.ts';

it('shows hours only from one hour on', () => {
  expect([0, 42.9, 192, 3723, -1].map(formatClock)).toEqual(['0:00', '0:42', '3:12', '1:02:03', '0:00']);
});
