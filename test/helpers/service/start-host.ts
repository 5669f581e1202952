import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

const launcher = fileURLToPath(new URL('../../../electron/launch.mjs', import.meta.url));
const demoServer = fileURLToPath(new URL('serve-demo.mjs', import.meta.url));

export type RunningHost = {
  readonly pid: number | undefined;
  /** The URL that opens the window, with the token. */
  readonly windowUrl: string;
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  /** Returns the standard output so far; all of it after `stop`. */
  readonly output: () => string;
  /** Returns the standard error output so far. */
  readonly errors: () => string;
  /** Sends SIGTERM and resolves to the exit code. */
  readonly stop: () => Promise<number | null>;
  /** Sends SIGKILL. */
  readonly kill: () => Promise<void>;
};

export type ServeLine = {
  readonly base_url: string;
  readonly console_url: string;
  readonly org_id: string;
  readonly keys?: { readonly admin: string; readonly manager?: string; readonly viewer?: string };
};

const formatHostArguments = (dataDir: string, port = 0) => [
  launcher,
  'start',
  '--browser',
  '--data',
  dataDir,
  '--port',
  String(port),
];

/** Starts the built application in the browser host, as `npm start` does without a display. */
export async function startHost(
  dataDir: string,
  { port = 0, variables = {} }: { readonly port?: number; readonly variables?: NodeJS.ProcessEnv } = {},
): Promise<RunningHost> {
  const { line, ...running } = await launch(formatHostArguments(dataDir, port), { variables });
  const windowUrl = /http:\S+/.exec(line)?.[0];
  if (!windowUrl) throw new Error(`The host printed no URL: ${line}`);
  return { ...running, windowUrl, origin: new URL(windowUrl).origin };
}

/** Starts `serve` and parses the JSON line that it prints. */
export async function startServe(
  dataDir: string,
  ...args: readonly string[]
): Promise<RunningHost & { line: ServeLine }> {
  return readServeLine(await launchServe(['--data', dataDir, '--port', '0', ...args]));
}

/** Starts `serve` with any arguments, and returns the line that it prints as it is. */
export const launchServe = (args: readonly string[], variables: NodeJS.ProcessEnv = {}) =>
  launch([launcher, 'serve', ...args], { variables });

/** Runs `serve` until it ends, because a command is done or an argument is refused. `error` is the last line of its errors. */
export async function runServe(args: readonly string[], variables: NodeJS.ProcessEnv = {}) {
  const { child, exit } = spawnHost([launcher, 'serve', ...args], { variables });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  return { stdout, error: stderr.trim().split('\n').at(-1), code: Number(code) };
}

/** Starts `serve` of another build, in its folder, with the demo. */
export async function startServeOf(build: string, dataDir: string): Promise<RunningHost & { line: ServeLine }> {
  const serveModule = pathToFileURL(join(build, 'dist/electron/host/serve.js')).href;
  return readServeLine(await launch([demoServer, serveModule, dataDir], { cwd: build }));
}

function readServeLine({ line, ...running }: LaunchedProcess): RunningHost & { line: ServeLine } {
  const parsed = JSON.parse(line) as ServeLine; // the tests check its fields
  return { ...running, line: parsed, windowUrl: parsed.console_url, origin: new URL(parsed.console_url).origin };
}

/** Starts the browser host and sends SIGKILL after a time, whether it has finished its start or not. */
export async function killDuringStart(
  dataDir: string,
  afterMs: number,
  variables: NodeJS.ProcessEnv = {},
): Promise<void> {
  const { child, exit } = spawnHost(formatHostArguments(dataDir), { variables });
  await Promise.race([delay(afterMs), exit]);
  await stopProcess(child, exit, 'SIGKILL');
}

export type LaunchedProcess = Pick<RunningHost, 'pid' | 'output' | 'errors' | 'stop' | 'kill'> & {
  readonly child: ChildProcess;
  readonly line: string;
};

type LaunchOptions = { readonly variables?: NodeJS.ProcessEnv; readonly cwd?: string };

function spawnHost(args: readonly string[], { variables = {}, cwd }: LaunchOptions) {
  const { DISPLAY: _, WAYLAND_DISPLAY: __, ...env } = process.env; // tests must not open windows
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    ...(cwd !== undefined && { cwd }),
    env: { ...env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = once(child, 'close');
  // A failed test may not stop the host itself.
  const killWithTests = () => child.kill('SIGKILL');
  process.once('exit', killWithTests);
  child.once('exit', () => process.off('exit', killWithTests));
  return { child, exit };
}

async function launch(args: readonly string[], options: LaunchOptions = {}): Promise<LaunchedProcess> {
  const { child, exit } = spawnHost(args, options);
  let output = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (errors += chunk));
  const firstLine = once(createInterface({ input: child.stdout }), 'line');
  const line: unknown = (await Promise.race([firstLine, exit.then(() => [])]))[0];
  if (typeof line !== 'string') throw new Error(`The host exited before it printed a line: ${errors}`);
  return {
    line,
    child,
    pid: child.pid,
    output: () => output,
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
