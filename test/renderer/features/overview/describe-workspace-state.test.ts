import { expect, test } from 'vitest';
import { describeWorkspaceState } from '../../../../renderer/features/overview/describe-workspace-state.ts';
import type { Attention } from '../../../../shared/window/attention.ts';

const item: Attention = { kind: 'activity_tampered' };

type State = {
  readonly is_empty?: boolean;
  readonly openItems?: number;
  readonly processing?: number;
  readonly running?: number;
  readonly hasHiddenItems?: boolean;
};

function describe(
  { is_empty = false, openItems = 0, processing = 0, running = 0, hasHiddenItems = false }: State,
  isLinked = false,
) {
  const attention = Array.from({ length: openItems }, () => item);
  return describeWorkspaceState(
    { is_empty, attention, processing: { total: processing, data: [] }, calls: { running }, hasHiddenItems },
    isLinked,
  );
}

test.each<[State, string]>([
  [{}, 'Everything is up to date'],
  [{ is_empty: true }, 'Get started'],
  [{ processing: 2 }, 'Everything is up to date · 2 documents processing'],
  [{ running: 1 }, 'Everything is up to date · 1 call in progress'],
  [{ openItems: 1, processing: 1, running: 3 }, 'Needs attention (1) · 1 document processing · 3 calls in progress'],
  [{ openItems: 2 }, 'Needs attention (2)'],
  [{ hasHiddenItems: true }, 'Nothing new needs attention'],
  [{ openItems: 1, hasHiddenItems: true }, 'Needs attention (1)'],
  [{ is_empty: true, openItems: 1 }, 'Needs attention (1)'],
])('describes %j as “%s”', (state, text) => {
  expect(describe(state)).toBe(text);
});

test('does not say that a linked workspace is up to date, which its sync status shows', () => {
  expect(describe({ processing: 2 }, true)).toBe('Nothing needs attention · 2 documents processing');
  expect(describe({ openItems: 1 }, true)).toBe('Needs attention (1)');
});
