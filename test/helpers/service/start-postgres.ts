import { execFile, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

export type StartedPostgres = {
  /** Without a password, over loopback. */
  readonly url: string;
  /** Returns the output of `psql` for one statement, without alignment and heads. */
  readonly query: (sql: string) => Promise<string>;
  /** Ends the server as a crash would. Its files stay. */
  readonly shutDown: () => Promise<void>;
  /** Starts it again, on the same port. */
  readonly startAgain: () => Promise<void>;
  /** Makes a standby the primary. */
  readonly promote: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** Returns the folder of PostgreSQL's programs; null if it is not installed. */
export function findPostgres(): string | null {
  const versions = '/usr/lib/postgresql';
  const folders = [
    process.env['POSTGRES_BIN'] ?? '',
    ...(existsSync(versions) ? readdirSync(versions).map((version) => join(versions, version, 'bin')) : []),
  ];
  return folders.find((folder) => folder !== '' && existsSync(join(folder, 'initdb'))) ?? null;
}

/** Stops the server, and deletes its files, when the input ends: also when the process of the tests is killed. */
const serverScript = `"$@" & cat >/dev/null
pid=data/postmaster.pid; [ -e $pid ] && kill -INT $(head -n 1 $pid)
while [ -e $pid ]; do sleep 0.02; done; dir=$PWD; cd /; rm -rf "$dir"`;

/** In memory if possible. The server's user cannot enter the temporary folder of the tests. */
const defaultParent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** Starts an empty server in a new folder of `parent`, as an unprivileged user. */
export async function startPostgres(
  bin: string,
  { parent = defaultParent, maxConnections = 200 } = {},
): Promise<StartedPostgres> {
  return startServer(bin, parent, maxConnections, async (data, options) => {
    // Messages are in English, and texts are compared as in the tables. The files of an empty server need no sync.
    const choices = ['--username=switchboard', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync'];
    await run(join(bin, 'initdb'), ['-D', data, ...choices], options);
  });
}

/** Starts a synchronous standby: from now on, every change of `primary` waits for it. */
export async function startStandby(bin: string, primary: StartedPostgres): Promise<StartedPostgres> {
  const standby = await startServer(bin, defaultParent, 200, async (data, options) => {
    const choices = ['--write-recovery-conf', '--checkpoint=fast', '--no-sync'];
    await run(join(bin, 'pg_basebackup'), ['-d', primary.url, '-D', data, ...choices], options);
  });
  await primary.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
  await primary.query('SELECT pg_reload_conf()');
  while ((await primary.query('SELECT sync_state FROM pg_stat_replication')) !== 'sync') await delay(50);
  return standby;
}

/** `create` makes the files of the server. Its options are those of the processes of the server's user. */
async function startServer(
  bin: string,
  parent: string,
  maxConnections: number,
  create: (data: string, options: { readonly cwd: string }) => Promise<void>,
): Promise<StartedPostgres> {
  const dir = mkdtempSync(join(parent, 'switchboard-postgres-'));
  const user = process.getuid?.() === 0 ? await findUnprivilegedUser() : undefined;
  if (user) chownSync(dir, user.uid, user.gid);
  const data = join(dir, 'data');
  await create(data, { ...user, cwd: dir });
  const port = await findFreePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: dir,
    max_connections: String(maxConnections),
  };
  const parameters = ['-D', data, '-p', String(port)];
  for (const [name, value] of Object.entries(settings)) parameters.push('-c', `${name}=${value}`);
  const server = spawn('sh', ['-c', serverScript, 'sh', join(bin, 'postgres'), ...parameters], {
    ...user,
    cwd: dir,
    detached: true, // a signal to the tests' group of processes does not end the script before it has cleaned up
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const stop = async () => {
    server.stdin.end();
    await exited;
    rmSync(dir, { recursive: true, force: true });
  };
  try {
    await waitUntilReady(bin, port);
  } catch (error) {
    await stop();
    throw error;
  }
  const url = `postgresql://switchboard@127.0.0.1:${port}/postgres`;
  const control = (...args: readonly string[]) =>
    run(join(bin, 'pg_ctl'), ['-D', data, '-w', ...args], { ...user, cwd: dir });
  return {
    url,
    query: async (sql) => (await run(join(bin, 'psql'), ['-d', url, '-XAtc', sql])).stdout.trim(),
    shutDown: async () => void (await control('-m', 'immediate', 'stop')),
    startAgain: async () => void (await control('-l', '/dev/null', '-o', parameters.slice(2).join(' '), 'start')),
    promote: async () => void (await control('promote')),
    stop,
  };
}

async function waitUntilReady(bin: string, port: number): Promise<void> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    try {
      await run(join(bin, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)]);
      return;
    } catch (error) {
      if (Date.now() > deadline) throw new Error('PostgreSQL did not start.', { cause: error });
      await delay(50);
    }
  }
}

/** PostgreSQL refuses to run as root. */
async function findUnprivilegedUser(): Promise<{ readonly uid: number; readonly gid: number }> {
  const read = async (name: string, option: string) => Number((await run('id', [option, name])).stdout);
  for (const name of ['postgres', 'nobody'])
    try {
      return { uid: await read(name, '-u'), gid: await read(name, '-g') };
    } catch {
      // the next one
    }
  throw new Error('There is no unprivileged user for PostgreSQL.');
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo; // it listens on TCP
      server.close(() => resolve(port));
    });
  });
}
