import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { LatencyTable } from '../../../../renderer/features/calls/latency-table.tsx';
import { summarizeLatency } from '../../../../shared/calls/turn-latency.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';

const emptyText = 'Not measured in this call';

test('shows the percentiles of each value that was measured', async () => {
  const latency = { response_ms: 1_240, retrieval_ms: 18, first_token_ms: null, first_sound_ms: 95 };
  const summary = summarizeLatency([{ latency }, { latency: { ...latency, response_ms: 640, retrieval_ms: null } }]);
  await renderInWindow(<LatencyTable summaries={[{ name: 'This call', latency: summary }]} emptyText={emptyText} />);
  const rows = page.getByRole('table', { name: 'Response times' }).getByRole('row');
  await expect.element(rows.nth(1)).toHaveTextContent('Response640 ms1.2 s');
  await expect.element(rows.nth(2)).toHaveTextContent('Document search18 ms18 ms');
  await expect.element(rows.nth(3)).toHaveTextContent('First sound95 ms95 ms');
  expect(rows.elements()).toHaveLength(4);
  await expect
    .element(page.getByText('Half of the turns took at most p50, nine out of ten at most p90.'))
    .toBeVisible();
});

test('says that nothing was measured', async () => {
  await renderInWindow(
    <LatencyTable summaries={[{ name: 'This call', latency: summarizeLatency([{}]) }]} emptyText={emptyText} />,
  );
  await expect.element(page.getByText(emptyText)).toBeVisible();
});
