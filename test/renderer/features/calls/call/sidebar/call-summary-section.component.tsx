import { expect, test, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { CallSummarySection } from '../../../../../../renderer/features/calls/call/sidebar/call-summary-section.tsx';
import { renderInWindow } from '../../../../../helpers/components/render-in-window.tsx';
import { createSampleTurn } from '../../../../../helpers/components/sample-call.ts';

const turns = [
  createSampleTurn('agent', 'I’m calling because your contract is ending soon.', 2),
  createSampleTurn('user', 'Send me the details, please.', 9),
  createSampleTurn('agent', 'We’ll email you the contract.', 70),
];

test('each sentence of summary and next steps leads to its turn, by pointer and by keyboard', async () => {
  const onGoToTurn = vi.fn<(index: number) => void>();
  await renderInWindow(<CallSummarySection timeline={{ turns, times: 'exact' }} onGoToTurn={onGoToTurn} />);
  const steps = page.getByRole('region', { name: 'Next steps' });
  await expect.element(page.getByRole('region', { name: 'Summary' })).toMatchTextContent(/Quotes from the transcript/);
  await steps.getByRole('button', { name: 'Agent 1:10 We’ll email you the contract.' }).click();
  expect(onGoToTurn).toHaveBeenLastCalledWith(2);
  page
    .getByRole('button', { name: /contract is ending soon/ })
    .element()
    .focus();
  await userEvent.keyboard('{Enter}');
  expect(onGoToTurn).toHaveBeenLastCalledWith(0);
});

test('explains missing next steps, and leaves out unknown times', async () => {
  await renderInWindow(
    <CallSummarySection timeline={{ turns: turns.slice(0, 1), times: 'unknown' }} onGoToTurn={() => {}} />,
  );
  await expect
    .element(page.getByRole('region', { name: 'Next steps' }))
    .toMatchTextContent('No promises, requests or agreed times found');
  await expect.element(page.getByRole('button', { name: /^Agent I’m calling because/ })).toBeVisible();
});

test('shows complaints and unanswered questions, and nothing if there are none', async () => {
  const onGoToTurn = vi.fn<(index: number) => void>();
  const concerned = [
    createSampleTurn('user', 'The line keeps dropping. Do you have a TV package?', 2),
    createSampleTurn('agent', 'I don’t have anything on that.', 70),
  ];
  await renderInWindow(<CallSummarySection timeline={{ turns: concerned, times: 'exact' }} onGoToTurn={onGoToTurn} />);
  const concerns = page.getByRole('region', { name: 'Concerns' });
  await expect.element(concerns.getByRole('button', { name: 'Recipient 0:02 The line keeps dropping.' })).toBeVisible();
  await concerns.getByRole('button', { name: /Do you have a TV package/ }).click();
  expect(onGoToTurn).toHaveBeenLastCalledWith(0);
  await cleanup();
  await renderInWindow(<CallSummarySection timeline={{ turns, times: 'exact' }} onGoToTurn={onGoToTurn} />);
  await expect.element(page.getByRole('region', { name: 'Next steps' })).toBeVisible();
  await expect.element(concerns).not.toBeInTheDocument();
});
