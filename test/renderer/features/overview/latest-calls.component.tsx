import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { LatestCalls } from '../../../../renderer/features/overview/latest-calls.tsx';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';
import { sampleCallDetails } from '../../../helpers/components/sample-call.ts';

test('the time of a call that was made elsewhere is the time at which it was first seen', async () => {
  const created_at = new Date().toISOString();
  const call = { ...sampleCallDetails, created_at, waveform: null };
  await renderInWindow(<LatestCalls calls={[call, { ...call, call_id: 'call_2', recipient_number: '' }]} />);
  const rows = page.getByRole('list', { name: 'Latest calls' }).getByRole('listitem');
  await expect.element(rows.nth(0)).not.toMatchTextContent('Seen');
  await expect.element(rows.nth(1)).toMatchTextContent(/Seen just now$/);
});
