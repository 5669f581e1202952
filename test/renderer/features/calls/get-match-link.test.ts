import { expect, it } from 'vitest';
import { getMatchLink } from '../../../../renderer/features/calls/get-match-link.ts';

it('leads to the moment of a turn or of a note, and to the tab that shows a tag or metadata', () => {
  const turn = { kind: 'turn', speaker: 'user', text: 'A refund', position: 3, start_seconds: 12.5 } as const;
  expect(getMatchLink(turn, 'refund')).toEqual({ search: { t: 12.5, q: 'refund' }, tab: null });
  const note = { kind: 'note', note_id: 'note_1', text: 'Refund', at_seconds: 41 } as const;
  expect(getMatchLink(note, 'refund')).toEqual({ search: { t: 41 }, tab: 'notes' });
  expect(getMatchLink({ kind: 'tag', text: 'Refund' }, 'refund')).toEqual({ search: {}, tab: 'review' });
  expect(getMatchLink({ kind: 'metadata', name: 'plan', text: 'x' }, 'x')).toEqual({ search: {}, tab: 'metadata' });
  for (const match of [{ kind: 'name', text: 'Ada' } as const, null])
    expect(getMatchLink(match, 'ada')).toEqual({ search: {}, tab: null });
});
