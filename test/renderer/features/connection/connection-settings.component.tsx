import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ConnectionSettings } from '../../../../renderer/features/connection/connection-settings.tsx';
import { noCapabilities } from '../../../../shared/workspaces/connection.ts';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import type { KeychainStatus } from '../../../../shared/window/keychain.ts';
import { startFakeService } from '../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';

test.each<[KeychainStatus, RegExp]>([
  [{ kept_in: 'keychain' }, /^No API key is stored on this computer\./],
  [{ kept_in: 'memory', reason: 'It is locked.' }, /^The API key is not available, .* choose Try again under Security/],
])('says whether the API key is missing or cannot be read: %j', async (status, note) => {
  const connection = {
    base_url: 'https://voice.example/v1',
    org_id: 'org_remote',
    key_header: 'Authorization',
    allow_http: false,
    certificate_sha256: null,
    key_hint: null,
    role: null,
    capabilities: noCapabilities,
    checked_at: null,
  };
  const service = startFakeService();
  service.answer(appRoutes.getKeychainStatus, () => status);
  service.answer(appRoutes.getConnection, () => ({ connection }));
  await renderInWindow(<ConnectionSettings />, { workspace: { kind: 'linked' } });
  await expect.element(page.getByText(note)).toBeVisible();
});
