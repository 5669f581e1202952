import { createRef } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { Transcript } from '../../../../../renderer/features/calls/call/transcript/transcript.tsx';
import { renderInWindow } from '../../../../helpers/components/render-in-window.tsx';
import { createSampleTurn } from '../../../../helpers/components/sample-call.ts';

/** The most turns that a call can have. */
const turns = Array.from({ length: 4_096 }, (_, index) =>
  createSampleTurn(index % 2 === 0 ? 'agent' : 'user', `This is turn ${index}. مرحبا`, index * 3),
);

test('a transcript with the most turns is shown at its current turn, and searched', async () => {
  const onPlayTurn = vi.fn();
  const searchField = createRef<HTMLInputElement>();
  await renderInWindow(
    <div className="flex h-100">
      <Transcript
        turns={turns}
        currentIndex={4_000}
        isLive={false}
        initialQuery=""
        searchField={searchField}
        isFollowing
        onFollowingChange={() => undefined}
        onPlayTurn={onPlayTurn}
        onShowSources={() => undefined}
      />
    </div>,
  );
  const current = () => document.querySelector<HTMLElement>('[aria-current="true"]');
  await expect.poll(() => current()?.textContent).toContain('This is turn 4000.');
  const list = document.querySelector('[aria-label="Conversation"]')?.getBoundingClientRect() ?? new DOMRect();
  const isInView = () => {
    const { top, bottom } = current()?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
    return top >= list.top && bottom <= list.bottom;
  };
  await expect.poll(isInView).toBe(true);
  await page.getByPlaceholder('Search transcript').fill('turn 4095');
  await expect.poll(() => document.querySelectorAll('mark')).toHaveLength(1);
  expect(document.querySelector('mark')?.textContent).toBe('turn 4095');
});
