import { expect, test } from 'vitest';
import { describeWorkspaceState } from '../../../renderer/overview/describe-workspace-state.ts';
import type { Attention } from '../../../shared/attention.ts';

const item: Attention = { kind: 'activity_tampered' };

type State = {
  readonly is_empty?: true;
  readonly openItems?: number;
  readonly processing?: number;
  readonly running?: number;
};

test.each<[State, string]>([
  [{}, 'Everything is up to date'],
  [{ is_empty: true }, 'Get started'],
  [{ processing: 2 }, 'Everything is up to date · 2 documents processing'],
  [{ running: 1 }, 'Everything is up to date · 1 call in progress'],
  [{ openItems: 1, processing: 1, running: 3 }, 'Needs attention (1) · 1 document processing · 3 calls in progress'],
  [{ openItems: 2 }, 'Needs attention (2)'],
  [{ is_empty: true, openItems: 1 }, 'Needs attention (1)'],
])('describes %j as “%s”', (state, text) => {
  const { is_empty = false, openItems = 0, processing = 0, running = 0 } = state;
  const description = describeWorkspaceState({
    is_empty,
    attention: Array.from({ length: openItems }, () => item),
    processing: { total: processing, data: [] },
    calls: { running },
  });
  expect(description).toBe(text);
});
