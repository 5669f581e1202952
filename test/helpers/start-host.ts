import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const launcher = fileURLToPath(new URL('../../electron/launch.mjs', import.meta.url));

export type RunningHost = {
  /** Opens the window, token and all. */
  readonly windowUrl: string;
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  /** Everything that it wrote to its standard error so far. */
  readonly errors: () => string;
  /** Tells it to stop and gives its exit code. */
  readonly stop: () => Promise<number | null>;
  /** Ends it as a power cut would. */
  readonly kill: () => Promise<void>;
};

export type ServeLine = {
  readonly base_url: string;
  readonly console_url: string;
  readonly org_id: string;
  readonly keys?: { readonly admin: string; readonly manager?: string; readonly viewer?: string };
};

/** Starts the built program in the browser host, as `npm start` does where there is no display. */
export async function startHost(dataDir: string): Promise<RunningHost> {
  const { line, ...running } = await launch(['start', '--browser', '--data', dataDir, '--port', '0']);
  const windowUrl = /http:\S+/.exec(line)?.[0];
  if (!windowUrl) throw new Error(`The host printed no address: ${line}`);
  return { ...running, windowUrl, origin: new URL(windowUrl).origin };
}

/** Starts `serve` and reads its line. */
export async function startServe(
  dataDir: string,
  ...args: readonly string[]
): Promise<RunningHost & { line: ServeLine }> {
  const { line, ...running } = await launch(['serve', '--data', dataDir, '--port', '0', ...args]);
  const parsed = JSON.parse(line) as ServeLine; // what the tests then check
  return { ...running, line: parsed, windowUrl: parsed.console_url, origin: new URL(parsed.console_url).origin };
}

type LaunchedProcess = Pick<RunningHost, 'errors' | 'stop' | 'kill'> & { readonly line: string };

async function launch(args: readonly string[]): Promise<LaunchedProcess> {
  const { DISPLAY: _, WAYLAND_DISPLAY: __, ...env } = process.env; // nothing may pop up while tests run
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', launcher, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = once(child, 'exit');
  // A test that fails before it stops the host must not leave it running.
  const killWithTests = () => child.kill('SIGKILL');
  process.once('exit', killWithTests);
  child.once('exit', () => process.off('exit', killWithTests));
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const firstLine = once(createInterface({ input: child.stdout }), 'line');
  const line: unknown = (await Promise.race([firstLine, exit.then(() => [])]))[0];
  if (typeof line !== 'string') throw new Error(`It ended before it printed a line: ${errors}`);
  return {
    line,
    errors: () => errors,
    stop: () => stopProcess(child, exit, 'SIGTERM'),
    kill: async () => void (await stopProcess(child, exit, 'SIGKILL')),
  };
}

async function stopProcess(
  child: ChildProcess,
  exit: Promise<unknown[]>,
  signal: NodeJS.Signals,
): Promise<number | null> {
  child.kill(signal);
  await exit;
  return child.exitCode;
}
