import { useQuery } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { invoicesQuery } from '../../../../renderer/features/billing/billing-query.ts';
import { InvoicePanel } from '../../../../renderer/features/billing/invoice-panel.tsx';
import { getFileDragProps } from '../../../../renderer/data/file-drag.ts';
import type { InvoiceRecord } from '../../../../shared/billing/invoices.ts';
import { appRoutes, v1Routes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { Role } from '../../../../shared/contract/roles.ts';
import { startFakeService } from '../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';

const openInvoice = {
  invoice_id: 'inv_1',
  number: 'INV-0007',
  amount_due_usd: 361.5,
  status: 'open',
  issue_date: '2026-03-01T00:00:00.000Z',
  line_items: {
    billing_period: { start: '2026-02-01T00:00:00.000Z', end: '2026-03-01T00:00:00.000Z' },
    plan_name: 'Growth',
    fee_usd: 349,
    minutes_used: 450,
    minutes_included: 400,
    overage_minutes: 50,
    overage_usd_per_minute: 0.25,
    paid_at: null,
    reversed_at: null,
    credit_note: null,
  },
  is_changeable: true,
  pdf_url: '/invoices/inv_1.pdf',
  error: null,
} as const satisfies InvoiceRecord;
const paidInvoice: InvoiceRecord = {
  ...openInvoice,
  status: 'paid',
  line_items: { ...openInvoice.line_items, paid_at: '2026-03-12T10:00:00.000Z' },
};

const panel = page.getByRole('region', { name: 'Invoice INV-0007' });
const pay = panel.getByRole('button', { name: 'Mark as paid' });
const dialog = (name: string) => page.getByRole('alertdialog', { name, exact: true });
const confirm = (name: string) => page.getByRole('alertdialog').getByRole('button', { name });

/** The panel as the view shows it, with the first invoice of the list. */
function FirstInvoice({ onClose }: { readonly onClose: () => void }) {
  const invoice = useQuery(invoicesQuery).data?.data[0];
  return invoice ? <InvoicePanel invoice={invoice} onClose={onClose} /> : null;
}

async function renderPanel(role: Role = 'admin', shown: InvoiceRecord = openInvoice) {
  const service = startFakeService();
  let invoice = shown;
  service.answer(appRoutes.listInvoiceRecords, () => ({ data: [invoice], unreadable: 0, unusable: [] }));
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

test('offers no drag to other applications in a browser, which could not read the file', async () => {
  await renderPanel();
  expect(panel.element().querySelector('[draggable]')).toBeNull();
  expect(getFileDragProps({ kind: 'invoice', id: 'inv_1' })).toEqual({});
});

test('asks before it marks the invoice as paid, does so once, and removes the button', async () => {
  const { service } = await renderPanel();
  const response = Promise.withResolvers<InvoiceRecord>();
  service.answer(appRoutes.markInvoicePaid, () => response.promise);
  await pay.click();
  await expect.element(dialog('Mark INV-0007 as paid')).toMatchTextContent(/Confirm that \$361\.50 was received/);
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog('Mark INV-0007 as paid')).not.toBeInTheDocument();
  expect(service.listRequests(appRoutes.markInvoicePaid), 'Cancel has the focus').toEqual([]);
  await pay.click();
  await confirm('Mark as paid').dblClick();
  await expect.element(confirm('Mark as paid')).toHaveAttribute('aria-busy', 'true');
  service.answer(appRoutes.listInvoiceRecords, () => ({ data: [paidInvoice], unreadable: 0, unusable: [] }));
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
  await confirm('Mark as paid').click();
  await expect.element(page.getByText('INV-0007 was not marked as paid').first()).toBeVisible();
  await expect.element(page.getByText('The disk is full.').first()).toBeVisible();
  await expect.element(pay).toBeVisible();
});

test('asks before it voids an open invoice, which then has no actions but its PDF', async () => {
  const { service } = await renderPanel();
  service.answer(v1Routes.voidInvoice, () => ({
    invoice_id: 'inv_1',
    amount_due_usd: 361.5,
    status: 'void' as const,
    issue_date: openInvoice.issue_date,
    pdf_url: 'http://service.test/invoices/inv_1.pdf',
  }));
  await page.getByRole('button', { name: 'Void invoice' }).click();
  const voided = {
    ...openInvoice,
    status: 'void',
    line_items: { ...openInvoice.line_items, reversed_at: '2026-03-12T10:00:00.000Z' },
  };
  service.answer(appRoutes.listInvoiceRecords, () => ({ data: [voided], unreadable: 0, unusable: [] }));
  await confirm('Void invoice').click();
  await expect.element(page.getByText('Voided INV-0007')).toBeVisible();
  await expect.element(panel).toMatchTextContent(/Void.*Voided/);
  expect(panel.getByRole('button', { name: /paid|Void|credit/ }).elements()).toEqual([]);
});

test('offers a credit note for a paid invoice and shows its number', async () => {
  const { service } = await renderPanel('admin', paidInvoice);
  const issue_date = '2026-03-13T10:00:00.000Z';
  service.answer(v1Routes.creditInvoice, () => ({
    credit_note: 'CN-0001',
    invoice_id: 'inv_1',
    amount_usd: 361.5,
    issue_date,
  }));
  await page.getByRole('button', { name: 'Issue credit note' }).click();
  const line_items = { ...openInvoice.line_items, reversed_at: issue_date, credit_note: 'CN-0001' };
  const credited = { ...paidInvoice, line_items };
  service.answer(appRoutes.listInvoiceRecords, () => ({ data: [credited], unreadable: 0, unusable: [] }));
  await confirm('Issue credit note').click();
  await expect.element(page.getByText('Issued CN-0001 for INV-0007')).toBeVisible();
  await expect.element(panel).toMatchTextContent(/Credited.*CN-0001/);
});

test('the day of issue is the same as in the PDF, without a time', async () => {
  await renderPanel('admin', { ...openInvoice, issue_date: '2026-03-01T10:30:00.000Z' });
  await expect.element(panel).toMatchTextContent(/Issued(1 Mar|Mar 1,) 2026ID/);
});

test('the actions of an open invoice take one row of the panel', async () => {
  await renderPanel();
  const tops = ['Open PDF', 'Save PDF', 'Mark as paid'].map(
    (name) => panel.getByRole('button', { name }).element().getBoundingClientRect().top,
  );
  const footer = panel.getByRole('button', { name: 'Open PDF' }).element().closest('footer');
  expect(new Set(tops).size).toBe(1);
  expect(footer?.getBoundingClientRect().height).toBeLessThan(60);
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
