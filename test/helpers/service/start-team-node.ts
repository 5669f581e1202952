import { findFreePort } from '../processes/find-free-port.ts';
import { launchServe, runServe, type LaunchedProcess } from './start-host.ts';

export type TeamNode = Omit<LaunchedProcess, 'line'> & {
  readonly baseUrl: string;
  /** `http://HOST:PORT` */
  readonly origin: string;
  readonly internalAddress: string;
};

export const internalSecret = { SWITCHBOARD_INTERNAL_SECRET: 'a secret that the nodes of a test share' };

/** Starts a node of a team server in a process of its own. */
export async function startTeamNode(args: readonly string[], variables: NodeJS.ProcessEnv = {}): Promise<TeamNode> {
  const internalAddress = `127.0.0.1:${await findFreePort()}`;
  const options = ['--port', '0', '--internal', internalAddress, ...args];
  const { line, ...launched } = await launchServe(options, { ...internalSecret, ...variables });
  const { base_url: baseUrl } = JSON.parse(line) as { readonly base_url: string }; // as it is printed
  return { ...launched, baseUrl, origin: new URL(baseUrl).origin, internalAddress };
}

/** Creates an organization with a command, and returns its Admin key. */
export async function runCreateOrganization(
  args: readonly string[],
  variables: NodeJS.ProcessEnv = {},
): Promise<string> {
  const { stdout } = await runServe([...args, '--create-organization', 'Harbour Office'], variables);
  return (JSON.parse(stdout) as { readonly keys: { readonly admin: string } }).keys.admin; // as it is printed
}
