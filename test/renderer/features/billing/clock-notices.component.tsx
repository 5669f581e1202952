import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ClockNotices } from '../../../../renderer/features/billing/clock-notices.tsx';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import { startFakeService } from '../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';

const cycles = { count: 216, start: '2026-01-01T00:00:00.000Z', end: '2044-01-01T00:00:00.000Z' };
const invoices = { count: 216, paid_count: 2, first_number: 'INV-0002', last_number: 'INV-0217' };
const notice = page.getByRole('note', { name: 'Date of this computer' });
const dialog = page.getByRole('alertdialog');

test('shows nothing if the date is plausible', async () => {
  startFakeService();
  await renderInWindow(<ClockNotices overview={{ unconfirmed_cycles: null, future_invoices: null }} />);
  await expect.element(notice).not.toBeInTheDocument();
});

test('closes ended billing periods without activity only after a confirmation', async () => {
  const service = startFakeService();
  service.answer(appRoutes.confirmEndedCycles, () => ({ count: 216 }));
  await renderInWindow(<ClockNotices overview={{ unconfirmed_cycles: cycles, future_invoices: null }} />);
  await expect.element(notice).toMatchTextContent(/216 billing periods \(.*2026.*2043\).*Check the date/);
  await notice.getByRole('button', { name: 'Close 216 billing periods' }).click();
  expect(service.listRequests(appRoutes.confirmEndedCycles)).toEqual([]);
  await dialog.getByRole('button', { name: 'Close 216 billing periods' }).click();
  await expect.element(page.getByText('Closed 216 billing periods', { exact: true })).toBeVisible();
  expect(service.listRequests(appRoutes.confirmEndedCycles)).toHaveLength(1);
});

test('voids the future-dated invoices only after a confirmation that names them', async () => {
  const service = startFakeService();
  service.answer(appRoutes.reverseFutureInvoices, () => ({ count: 216 }));
  await renderInWindow(<ClockNotices overview={{ unconfirmed_cycles: null, future_invoices: invoices }} />);
  await notice.getByRole('button', { name: 'Void 216 invoices' }).click();
  await expect.element(dialog).toMatchTextContent(/Void INV-0002 to INV-0217[^?].*2 paid invoices will be credited/);
  await dialog.getByRole('button', { name: 'Void 216 invoices' }).click();
  await expect.element(page.getByText('Reversed 216 invoices')).toBeVisible();
});

test('offers neither to a role without access', async () => {
  startFakeService();
  const overview = { unconfirmed_cycles: cycles, future_invoices: null };
  await renderInWindow(<ClockNotices overview={overview} />, { role: 'viewer' });
  await expect.element(notice.getByRole('button')).toHaveAttribute('aria-disabled', 'true');
});
