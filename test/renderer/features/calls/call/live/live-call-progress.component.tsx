import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { LiveCallProgress } from '../../../../../../renderer/features/calls/call/live/live-call-progress.tsx';
import type { TimedTurn } from '../../../../../../shared/calls/calls.ts';
import { createSampleTurn, sampleCallDetails } from '../../../../../helpers/components/sample-call.ts';

const details = {
  ...sampleCallDetails,
  status: 'in_progress',
  ended_at: null,
  recording: null,
  practice: true,
} as const;
const greeting = createSampleTurn('agent', 'Hello', 7, 5);
const clock = page.getByRole('timer');

function createProgress(turns: readonly TimedTurn[]) {
  return <LiveCallProgress details={details} status="in_progress" turns={turns} />;
}

afterEach(() => vi.useRealTimers());

test('the clock of a call runs while a turn is spoken, and never differs from the times in the transcript', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-03-01T09:45:00Z') });
  const { rerender, container } = await render(createProgress([]));
  // The assertions below wait, and each advances the time.
  const shown: string[] = [];
  const observer = new MutationObserver(() => shown.push(clock.query()?.textContent ?? ''));
  observer.observe(container, { subtree: true, childList: true, characterData: true });
  await expect.element(clock).not.toBeInTheDocument();
  await rerender(createProgress([greeting]));
  await expect.element(clock).toHaveTextContent('0:07');
  vi.advanceTimersByTime(3_000);
  await expect.element(clock).toHaveTextContent('0:10');
  vi.advanceTimersByTime(600_000);
  await expect.element(clock).toHaveTextContent('0:12');
  await rerender(createProgress([greeting, createSampleTurn('user', 'Who is it?', 13, 2)]));
  await expect.element(clock).toHaveTextContent('0:13');
  const times = shown.filter((text) => text !== '');
  expect(times[0]).toBe('0:07');
  expect(times, 'the clock never goes back').toEqual(times.toSorted());
});
