// Loaded before a program (`--import`): replaces the keychain of the system by the file that TEST_KEYCHAIN_FILE names, which
// outlives the process.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const path = process.env['TEST_KEYCHAIN_FILE'];

if (path)
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'keytar' ? { url: import.meta.url, shortCircuit: true } : next(specifier, context),
  });

const read = () => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {});

const write = (secrets) => {
  // In one step: the process can be killed at any time.
  writeFileSync(`${path}.new`, JSON.stringify(secrets));
  renameSync(`${path}.new`, path);
};

const keytar = {
  getPassword: async (_service, account) => read()[account] ?? null,
  setPassword: async (_service, account, secret) => write({ ...read(), [account]: secret }),
  deletePassword: async (_service, account) => {
    const { [account]: removed, ...others } = read();
    write(others);
    return removed !== undefined;
  },
};

// As keytar does.
// oxlint-disable-next-line import/no-default-export
export { keytar as default };
