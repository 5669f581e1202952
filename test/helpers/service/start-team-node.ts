import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../processes/find-free-port.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export const launcherPath = `${root}/electron/launch.mjs`;

export type TeamNode = {
  readonly baseUrl: string;
  /** `http://HOST:PORT` */
  readonly origin: string;
  readonly internalAddress: string;
  readonly process: ChildProcess;
  /** Sends a signal and waits until the process has ended. Resolves to its exit code. */
  readonly end: (signal: NodeJS.Signals) => Promise<number | null>;
};

const variables = { SWITCHBOARD_INTERNAL_SECRET: 'a secret that the nodes of a test share' };

/** Starts a node of a team server in a process of its own. */
export async function startTeamNode(args: readonly string[]): Promise<TeamNode> {
  const internalAddress = `127.0.0.1:${await findFreePort()}`;
  const options = [launcherPath, 'serve', '--port', '0', '--internal', internalAddress, ...args];
  const node = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...options], {
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exit = once(node, 'exit') as Promise<[number | null]>;
  const [line] = (await Promise.race([
    once(createInterface({ input: node.stdout }), 'line'),
    exit.then(([code]) => Promise.reject(new Error(`The node ended with code ${code}.`))),
  ])) as [string];
  const { base_url: baseUrl } = JSON.parse(line) as { readonly base_url: string }; // as it is printed
  return {
    baseUrl,
    origin: new URL(baseUrl).origin,
    internalAddress,
    process: node,
    end: async (signal) => {
      node.kill(signal);
      return (await exit)[0];
    },
  };
}
