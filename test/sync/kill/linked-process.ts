import { createClient, type Client } from '../../../shared/contract/client.ts';
import { routeTreePaths } from '../../../shared/contract/contract.ts';
import { signIn } from '../../helpers/browser/sign-in.ts';
import { startHost } from '../../helpers/service/start-host.ts';

const keychainScript = new URL('../../helpers/service/file-keychain.mjs', import.meta.url);

/** A run of the application, with the clients of its window. */
export type LinkedProcess = {
  readonly app: Client;
  readonly v1: Client;
  readonly kill: () => Promise<void>;
  readonly stop: () => Promise<number | null>;
  /** Returns the standard error output so far. */
  readonly errors: () => string;
};

/** The variables of a process whose keychain is a file. */
export function getKeychainVariables(keychainPath: string): NodeJS.ProcessEnv {
  return {
    NODE_OPTIONS: `--import=${keychainScript.href}`,
    TEST_KEYCHAIN_FILE: keychainPath,
    SWITCHBOARD_KEYCHAIN: '',
  };
}

/** Starts the application with a keychain that outlives it. */
export async function startLinkedProcess(dataDir: string, variables: NodeJS.ProcessEnv): Promise<LinkedProcess> {
  const host = await startHost(dataDir, { variables });
  const windowHeaders = await signIn(host.windowUrl);
  const create = (path: string) =>
    createClient(host.origin + path, (url, init) =>
      fetch(url, { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), ...windowHeaders } }),
    );
  const { kill, stop, errors } = host;
  return { app: create(routeTreePaths.app), v1: create(routeTreePaths.v1), kill, stop, errors };
}
