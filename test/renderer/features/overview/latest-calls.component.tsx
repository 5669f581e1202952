import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { LatestCalls } from '../../../../renderer/features/overview/latest-calls.tsx';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';
import { sampleCallDetails } from '../../../helpers/components/sample-call.ts';

test('a call that was made elsewhere has neither a number nor a time', async () => {
  const call = { ...sampleCallDetails, created_at: new Date().toISOString(), waveform: null };
  const elsewhere = { ...call, call_id: 'call_2', recipient_name: '', recipient_number: '', created_at: null };
  await renderInWindow(<LatestCalls calls={[call, elsewhere]} />);
  const rows = page.getByRole('list', { name: 'Latest calls' }).getByRole('listitem');
  await expect.element(rows.nth(0)).toMatchTextContent(/Just now$/i);
  await expect.element(rows.nth(1)).toMatchTextContent(/Number not known.*Date not known$/);
});
