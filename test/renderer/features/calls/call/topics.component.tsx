import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { TopicsList } from '../../../../../renderer/features/calls/call/sidebar/topics-list.tsx';
import { TopicMarkers } from '../../../../../renderer/features/calls/call/waveform/topic-markers.tsx';
import { renderInWindow } from '../../../../helpers/components/render-in-window.tsx';
import { createSampleTurn } from '../../../../helpers/components/sample-call.ts';

const turns = [0, 10, 11, 60].map((seconds) => createSampleTurn('agent', 'Words', seconds));
const topics = [
  { turnIndex: 0, label: 'Greeting' },
  { turnIndex: 1, label: 'Technician visits and installation handbook' },
  { turnIndex: 2, label: 'Plans and pricing' },
  { turnIndex: 3, label: 'Closing' },
];

test('the list goes to the first turn of a topic by keyboard, and marks the current topic', async () => {
  const onGoToTurn = vi.fn<(index: number) => void>();
  await renderInWindow(
    <TopicsList topics={topics} timeline={{ turns, times: 'exact' }} turnIndex={2} onGoToTurn={onGoToTurn} />,
  );
  const current = page.getByRole('button', { name: 'Plans and pricing 0:11' });
  await expect.element(current).toHaveAttribute('aria-current', 'true');
  page.getByRole('button', { name: 'Closing 1:00' }).element().focus();
  await userEvent.keyboard('{Enter}');
  expect(onGoToTurn).toHaveBeenCalledWith(3);
});

test('without times, the list has no times', async () => {
  await renderInWindow(
    <TopicsList topics={topics} timeline={{ turns, times: 'unknown' }} turnIndex={0} onGoToTurn={() => {}} />,
  );
  await expect.element(page.getByRole('button', { name: 'Closing', exact: true })).toBeVisible();
});

/** Shows the markers in a narrow window, with a button that zooms in. */
function ZoomableMarkers({ onSeek }: { readonly onSeek: (seconds: number) => void }) {
  const [[fromSeconds, toSeconds], setRange] = useState<readonly [number, number]>([0, 80]);
  return (
    <div style={{ width: 560 }}>
      <TopicMarkers topics={topics} turns={turns} fromSeconds={fromSeconds} toSeconds={toSeconds} onSeek={onSeek} />
      <button type="button" onClick={() => setRange([10, 20])}>
        Zoom
      </button>
    </div>
  );
}

test('markers do not overlap in a narrow window, and follow the zoom', async () => {
  const onSeek = vi.fn<(seconds: number) => void>();
  await renderInWindow(<ZoomableMarkers onSeek={onSeek} />);
  const findMarkers = () => [...document.querySelectorAll<HTMLElement>('[data-part="topics"] > div')];
  await expect.element(page.getByText('Plans and pricing')).toBeVisible();
  const boxes = findMarkers().map((marker) => marker.getBoundingClientRect());
  for (const [index, { right }] of boxes.slice(0, -1).entries())
    expect(right).toBeLessThanOrEqual((boxes[index + 1]?.left ?? 0) + 0.5);
  const labels = findMarkers().map((marker) => marker.querySelector('bdi'));
  expect(
    labels.map((label) => label?.offsetWidth !== 0),
    'no space for the second label',
  ).toEqual([true, false, true, true]);
  await userEvent.click(page.getByTitle('Closing, 1:00'));
  expect(onSeek).toHaveBeenCalledWith(60);
  await userEvent.click(page.getByRole('button', { name: 'Zoom' }));
  await expect
    .poll(() => findMarkers().map(({ title }) => title))
    .toEqual(['Technician visits and installation handbook, 0:10', 'Plans and pricing, 0:11']);
});
