import { useQuery } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { invoicesQuery } from '../../../renderer/billing/billing-query.ts';
import { InvoicePanel } from '../../../renderer/billing/invoice-panel.tsx';
import type { InvoiceRecord } from '../../../shared/billing.ts';
import { appRoutes } from '../../../shared/contract.ts';
import { Problem } from '../../../shared/problems.ts';
import type { Role } from '../../../shared/roles.ts';
import { startFakeService } from '../../helpers/fake-service.ts';
import { renderInWindow } from '../../helpers/render-in-window.tsx';

const openInvoice: InvoiceRecord = {
  invoice_id: 'inv_1',
  number: 'INV-0007',
  amount_due_usd: 361.5,
  status: 'open',
  issue_date: '2026-03-01T00:00:00.000Z',
  billing_period: { start: '2026-02-01T00:00:00.000Z', end: '2026-03-01T00:00:00.000Z' },
  plan_name: 'Growth',
  fee_usd: 349,
  minutes_used: 450,
  minutes_included: 400,
  overage_minutes: 50,
  overage_usd_per_minute: 0.25,
  paid_at: null,
  pdf_url: '/invoices/inv_1.pdf',
};
const paidInvoice: InvoiceRecord = { ...openInvoice, status: 'paid', paid_at: '2026-03-12T10:00:00.000Z' };

const panel = page.getByRole('region', { name: 'Invoice INV-0007' });
const pay = page.getByRole('button', { name: 'Mark as paid' });

/** The panel as the view shows it, with the first invoice of the list. */
function FirstInvoice({ onClose }: { readonly onClose: () => void }) {
  const invoice = useQuery(invoicesQuery).data?.data[0];
  return invoice ? <InvoicePanel invoice={invoice} onClose={onClose} /> : null;
}

async function renderPanel(role: Role = 'admin') {
  const service = startFakeService();
  let invoice = openInvoice;
  service.answer(appRoutes.listInvoiceRecords, () => ({ data: [invoice], unreadable: 0 }));
  service.answer(appRoutes.markInvoicePaid, () => (invoice = paidInvoice));
  const onClose = vi.fn();
  await renderInWindow(<FirstInvoice onClose={onClose} />, { role });
  await expect.element(panel).toBeVisible();
  return { service, onClose };
}

test('lists the items that add up to the total', async () => {
  await renderPanel();
  await expect.element(panel).toMatchTextContent(/Growth plan fee\$349\.00/);
  await expect.element(panel).toMatchTextContent(/Included: 400 of 400 min\$0\.00/);
  await expect.element(panel).toMatchTextContent(/Overage: 50 min × \$0\.25\$12\.50/);
  await expect.element(panel).toMatchTextContent(/Total\$361\.50/);
});

test('marks the invoice as paid once, is busy meanwhile, and removes the button', async () => {
  const { service } = await renderPanel();
  const response = Promise.withResolvers<InvoiceRecord>();
  service.answer(appRoutes.markInvoicePaid, () => response.promise);
  await pay.dblClick();
  await expect.element(pay).toHaveAttribute('aria-busy', 'true');
  service.answer(appRoutes.listInvoiceRecords, () => ({ data: [paidInvoice], unreadable: 0 }));
  response.resolve(paidInvoice);
  await expect.element(page.getByText('Marked INV-0007 as paid')).toBeVisible();
  await expect.element(pay).not.toBeInTheDocument();
  expect(service.listRequests(appRoutes.markInvoicePaid)).toHaveLength(1);
});

test('reports a failure and keeps the button', async () => {
  const { service } = await renderPanel();
  service.answer(appRoutes.markInvoicePaid, () => {
    throw new Problem('storage_full', 'The disk is full.');
  });
  await pay.click();
  await expect.element(page.getByText('INV-0007 was not marked as paid').first()).toBeVisible();
  await expect.element(page.getByText('The disk is full.').first()).toBeVisible();
  await expect.element(pay).toHaveAttribute('aria-busy', 'false');
});

test('disables the button with the reason for a role that cannot pay', async () => {
  const { service } = await renderPanel('manager');
  await expect.element(pay).toHaveAttribute('aria-disabled', 'true');
  await expect.element(pay).toHaveAccessibleDescription('Requires the Admin role.');
  await pay.click({ force: true });
  expect(service.listRequests(appRoutes.markInvoicePaid)).toEqual([]);
});

test('has the focus, and Escape closes it', async () => {
  const { onClose } = await renderPanel();
  await expect.element(panel).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});
