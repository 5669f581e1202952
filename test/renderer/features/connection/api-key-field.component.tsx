import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ApiKeyField } from '../../../../renderer/features/connection/address-fields.tsx';
import { emptyConnection } from '../../../../renderer/features/connection/connection-draft.ts';
import { ModelServerKey } from '../../../../renderer/features/model-server/model-server-fields.tsx';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import type { KeychainStatus } from '../../../../shared/window/keychain.ts';
import { startFakeService } from '../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';

test.each<[KeychainStatus, RegExp]>([
  [{ kept_in: 'keychain' }, /^Kept in the keychain of this computer\./],
  [{ kept_in: 'memory', reason: 'It is locked.' }, /^Kept in memory until Switchboard quits/],
])('says where the API key is kept: %j', async (status, hint) => {
  startFakeService().answer(appRoutes.getKeychainStatus, () => status);
  await renderInWindow(
    <>
      <ApiKeyField draft={emptyConnection} errors={{}} onChange={() => {}} />
      <ModelServerKey value="" keyHint={null} error={null} onChange={() => {}} />
    </>,
  );
  for (const field of [page.getByLabelText('API key').first(), page.getByLabelText('API key').last()])
    await expect.element(field).toHaveAccessibleDescription(hint);
});
