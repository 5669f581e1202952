import { expect, test, vi } from 'vitest';
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
