import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { KeyMomentsList } from '../../../../../../renderer/features/calls/call/sidebar/key-moments-list.tsx';
import { renderInWindow } from '../../../../../helpers/components/render-in-window.tsx';
import { createSampleTurn } from '../../../../../helpers/components/sample-call.ts';

const turns = [createSampleTurn('agent', 'Is this Maria?', 2, 6), createSampleTurn('user', 'Yes.', 7, 2)];
const list = page.getByRole('region', { name: 'Key moments' });

test('shows the key moments, and goes to the longest monologue', async () => {
  const onSeek = vi.fn<(seconds: number) => void>();
  await renderInWindow(<KeyMomentsList timeline={{ turns, times: 'exact' }} onSeek={onSeek} />);
  await expect.element(list).toMatchTextContent(/Talk ratioAgent 75% · Recipient 25%/);
  await expect.element(list).toMatchTextContent(/InterruptionsAgent 0 · Recipient 1/);
  await expect.element(list).toMatchTextContent(/QuestionsAgent 1 · Recipient 0/);
  await expect.element(list).toMatchTextContent(/Longest monologueAgent 0:06 · Go to 0:02/);
  await page.getByRole('button', { name: 'Go to 0:02' }).click();
  expect(onSeek).toHaveBeenCalledWith(2);
});

test('shows a dash for values that need the times of the turns', async () => {
  await renderInWindow(<KeyMomentsList timeline={{ turns, times: 'unknown' }} onSeek={() => {}} />);
  await expect.element(list).toMatchTextContent(/Talk ratio—Longest monologue—Interruptions—QuestionsAgent 1/);
});
