import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../../../shared/contract/problems.ts';
import { hashSecret } from '../../service/features/api-keys/api-key-queries.ts';
import { createUnauthorizedProblem, readSecret } from '../../service/features/api-keys/api-keys.ts';
import { openService, type OpenedService, type OpenServiceOptions } from '../../service/open-service.ts';
import { getDefaultDataDir } from '../../service/platform/files/app-paths.ts';
import { loadLibpq } from '../../service/platform/db/postgres/libpq.ts';
import { PostgresDatabases } from '../../service/platform/db/postgres/postgres-databases.ts';
import { rejectRequest } from '../../service/platform/http/build-response.ts';
import { findRouteTree } from '../../service/platform/http/service-paths.ts';
import { migrations } from '../../service/workspaces/migrations.ts';
import { startHttpServer } from '../http-server.ts';
import { closeOnSignal } from '../run-or-exit-with-error.ts';

type TeamOptions = OpenServiceOptions & { readonly database: string; readonly port?: number | undefined };

/** Runs `serve --database`: the organizations of a database, for API clients and linked workspaces. */
export async function serveTeam(options: TeamOptions): Promise<void> {
  const databases = await openDatabases(options.database);
  const organizations = new Organizations(options, databases);
  const server = await startHttpServer({
    port: options.port ?? 0,
    fetch: (request) => organizations.fetch(request),
    staticFiles: () => Promise.resolve(undefined),
    onError: (error) => process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`),
  });
  closeOnSignal(async () => {
    await server.close();
    await organizations.close();
  });
  process.stdout.write(`${JSON.stringify({ base_url: `${server.origin}/v1`, organizations: organizations.count })}\n`);
}

/** Creates an organization and prints its first API key. */
export async function createOrganization(name: string, options: TeamOptions): Promise<void> {
  const databases = await openDatabases(options.database);
  const newDir = join(getOrganizationsDir(options), `.new-${randomUUID()}`);
  const opened = await openService({ ...options, databases, dataDir: newDir });
  try {
    const { workspace_id, org_id, keys } = await opened.service.openServeWorkspace({ demo: false, name });
    await opened.close();
    renameSync(newDir, join(getOrganizationsDir(options), workspace_id));
    process.stdout.write(`${JSON.stringify({ org_id, keys })}\n`);
  } catch (error) {
    await opened.close();
    rmSync(newDir, { recursive: true, force: true });
    throw error;
  }
}

async function openDatabases(url: string): Promise<PostgresDatabases> {
  warnWithoutEncryption(url);
  const connect = await loadLibpq();
  return new PostgresDatabases({ connect, parameters: { dbname: url }, migrations });
}

const getOrganizationsDir = ({ dataDir }: TeamOptions) => join(dataDir ?? getDefaultDataDir(), 'organizations');

/** The organizations of a database. Each is opened with its first request. */
class Organizations {
  readonly #options: TeamOptions;
  readonly #databases: PostgresDatabases;
  readonly #directory: ReturnType<PostgresDatabases['openDirectory']>;
  /** By the ID of the workspace. */
  readonly #opened = new Map<string, Promise<OpenedService>>();

  constructor(options: TeamOptions, databases: PostgresDatabases) {
    this.#options = options;
    this.#databases = databases;
    this.#directory = databases.openDirectory();
  }

  get count(): number {
    return this.#directory.listWorkspaceIds().length;
  }

  async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    try {
      if (findRouteTree(pathname) === 'files') return await this.#fetchFile(request);
      const secret = readSecret(request.headers);
      // Without a key, only the description of the API is public: any organization returns it.
      const id =
        secret === undefined
          ? this.#directory.listWorkspaceIds()[0]
          : this.#directory.findWorkspaceId(hashSecret(secret));
      if (id === undefined) throw createUnauthorizedProblem(secret);
      const { service } = await this.#open(id);
      return await service.fetch(request, 'api');
    } catch (error) {
      if (error instanceof Problem) return rejectRequest(error, pathname);
      throw error;
    }
  }

  /** A signed URL has no key: only the organization that signed it returns the file. */
  async #fetchFile(request: Request): Promise<Response> {
    let response: Response | undefined;
    for (const id of this.#directory.listWorkspaceIds()) {
      const { service } = await this.#open(id);
      response = await service.fetch(request.clone(), 'api');
      if (response.ok) return response;
    }
    return response ?? rejectRequest(new Problem('not_found', 'There is no such file.'), new URL(request.url).pathname);
  }

  #open(id: string): Promise<OpenedService> {
    const known = this.#opened.get(id);
    if (known) return known;
    const opening = this.#openOrganization(id);
    this.#opened.set(id, opening);
    // The next request tries again.
    opening.catch(() => this.#opened.delete(id));
    return opening;
  }

  async #openOrganization(id: string): Promise<OpenedService> {
    const dataDir = join(getOrganizationsDir(this.#options), id);
    mkdirSync(join(dataDir, 'workspaces', id), { recursive: true, mode: 0o700 });
    const opened = await openService({ ...this.#options, databases: this.#databases, dataDir });
    try {
      await opened.service.openServeWorkspace({ demo: false });
      return opened;
    } catch (error) {
      await opened.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    const opened = await Promise.allSettled(this.#opened.values());
    await Promise.all(opened.map((one) => (one.status === 'fulfilled' ? one.value.close() : undefined)));
  }
}

const encryptedModes = ['require', 'verify-ca', 'verify-full'];

function warnWithoutEncryption(database: string): void {
  const url = URL.parse(database);
  const isLocal = !url || ['', 'localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (isLocal || encryptedModes.includes(url.searchParams.get('sslmode') ?? '')) return;
  process.stderr.write('The connection to the database may be unencrypted: add ?sslmode=verify-full to its URL.\n');
}
