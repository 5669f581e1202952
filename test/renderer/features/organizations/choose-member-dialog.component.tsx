import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ChooseMemberDialog } from '../../../../renderer/features/organizations/choose-member-dialog.tsx';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import { startFakeService } from '../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';

test('the dialog says why it lists no members', async () => {
  const service = startFakeService();
  service.answer(appRoutes.listWindowMembers, () => {
    throw new Problem('database_damaged', 'Part of the database of this workspace is damaged.');
  });
  await renderInWindow(<ChooseMemberDialog onClose={() => {}} />);
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Part of the database of this workspace is damaged/);
});
