import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';

const projectRoot = fileURLToPath(new URL('../../..', import.meta.url));

/** The path of the executable. */
const electron = createRequire(import.meta.url)('electron') as string; // in Node.js, the package exports nothing else

/** An Electron that is older than node:sqlite comes with a driver for the main thread. Its other threads get it from a script. */
const driverArguments = existsSync(join(dirname(electron), 'sqlite'))
  ? ['-r', fileURLToPath(new URL('sqlite-in-threads.cjs', import.meta.url))]
  : [];

/** Root cannot use the sandbox. */
export const isRoot = process.getuid?.() === 0;

export type Desktop = {
  readonly app: ElectronApplication;
  readonly page: Page;
};

/** Starts the built application with its own data folder. */
export function launchDesktop(
  dataDir: string,
  { args = [], env }: { readonly args?: readonly string[]; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<Desktop> {
  return launch(projectRoot, dataDir, args, { env });
}

/** Starts the application of an archive that `npm run package` has created. Its working directory is the archive's. */
export function launchArchive(archive: string, dataDir: string, env?: NodeJS.ProcessEnv): Promise<Desktop> {
  return launch(archive, dataDir, [], { cwd: dirname(archive), env });
}

/** Starts a second instance of the built application on a data folder that the first one uses. Resolves to its exit code. */
export async function startSecondInstance(dataDir: string, ...args: readonly string[]): Promise<number | null> {
  const sandbox = isRoot ? ['--no-sandbox'] : [];
  const second = spawn(electron, [...driverArguments, ...sandbox, `--user-data-dir=${dataDir}`, projectRoot, ...args], {
    stdio: 'ignore',
  });
  await once(second, 'exit');
  return second.exitCode;
}

/**
 * Starts an application in the installed Electron, or in the one that ELECTRON_OVERRIDE_DIST_PATH names. Passes no `executablePath`,
 * because Playwright only then delays the application until it is connected. With one, 1 of 40 launches on a busy machine
 * waited forever for a first page that had already opened.
 */
async function launch(
  path: string,
  dataDir: string,
  args: readonly string[],
  { cwd = projectRoot, env }: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv | undefined } = {},
): Promise<Desktop> {
  const app = await _electron.launch({
    args: [...driverArguments, `--user-data-dir=${dataDir}`, path, ...args],
    cwd,
    chromiumSandbox: !isRoot,
    ...(env && { env: { ...process.env, ...env } as Record<string, string> }), // variables that are not set are left out
  });
  keepResults(app);
  return { app, page: await app.firstWindow() };
}

/**
 * Keeps what functions return that `app.evaluate` runs in the main process. V8 collects a result as garbage if it tidies up before the
 * inspector has sent it, although the function ran. Such a result is got once more; the function does not run twice.
 */
function keepResults(app: ElectronApplication): void {
  const evaluate = app.evaluate.bind(app);
  let count = 0;
  const run = async (code: unknown, argument: unknown): Promise<unknown> => {
    const name = `result${++count}`;
    const getKept = (error: unknown): Promise<unknown> => {
      if (!String(error).includes('garbage collected')) throw error;
      return evaluate((_, key) => Reflect.get(globalThis, key) as unknown, name).catch(getKept);
    };
    return evaluate(
      (modules, [source, value, key]) => {
        const execute = process.getBuiltinModule('vm').runInThisContext(`(${source})`) as (
          ...values: unknown[]
        ) => unknown;
        const result = execute(modules, value);
        Object.assign(globalThis, { [key]: result });
        return result;
      },
      [String(code), argument, name] as const,
    ).catch(getKept);
  };
  Object.assign(app, { evaluate: run });
}
