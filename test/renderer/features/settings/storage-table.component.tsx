import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { StorageTable } from '../../../../renderer/features/settings/storage-table.tsx';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import type { StorageUsage } from '../../../../shared/workspaces/storage-usage.ts';
import { startFakeService } from '../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';

type Workspace = StorageUsage['workspaces'][number];

const none = { count: 0, size_bytes: 0 };
const megabytes = (count: number) => count * 1024 * 1024;

const describe = (name: string, invoices: Workspace['invoices']): Workspace => ({
  workspace_id: `wsp_${name.toLowerCase()}`,
  name,
  documents: { count: 2, size_bytes: megabytes(1) },
  recordings: none,
  invoices,
  database_bytes: megabytes(2),
  snapshots: none,
  damaged_copies: [],
});

const render = async (...workspaces: Workspace[]) => {
  startFakeService().answer(appRoutes.measureStorage, () => ({ data_dir: '/data', workspaces }));
  await renderInWindow(<StorageTable />);
};

test('counts the invoices of a linked workspace', async () => {
  await render(describe('Harbour', { count: 3, size_bytes: megabytes(4) }), describe('Office', none));
  await expect.element(page.getByRole('columnheader', { name: 'Invoices' })).toBeVisible();
  await expect.element(page.getByRole('row', { name: /^Harbour/ })).toMatchTextContent(/4(\.0)? MB.*7(\.0)? MB$/);
  await expect.element(page.getByRole('row', { name: /^All workspaces/ })).toMatchTextContent(/10(\.0)? MB$/);
});

test('has no column for invoices without a linked workspace', async () => {
  await render(describe('Office', none));
  await expect.element(page.getByRole('row', { name: /^Office/ })).toMatchTextContent(/3(\.0)? MB$/);
  await expect.element(page.getByRole('columnheader', { name: 'Invoices' })).not.toBeInTheDocument();
});
