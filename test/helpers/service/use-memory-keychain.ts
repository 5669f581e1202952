import type { ElectronApplication } from '@playwright/test';

/** Replaces the keychain of the system in a running application by one in memory. It is tried again when settings are shown. */
export async function useMemoryKeychain(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ app: running }) => {
    const secrets = new Map<string, string>();
    const keytar = {
      getPassword: (_service: string, account: string) => Promise.resolve(secrets.get(account) ?? null),
      setPassword: (_service: string, account: string, secret: string) =>
        Promise.resolve(void secrets.set(account, secret)),
      deletePassword: (_service: string, account: string) => Promise.resolve(secrets.delete(account)),
    };
    const { createRequire } = process.getBuiltinModule('node:module');
    const require = createRequire(`${running.getAppPath()}/package.json`);
    const id = require.resolve('keytar');
    require.cache[id] = { id, filename: id, loaded: true, exports: keytar } as unknown as NodeJS.Module;
    delete process.env['SWITCHBOARD_KEYCHAIN'];
  });
}
