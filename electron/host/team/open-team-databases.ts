import { loadLibpq } from '../../service/platform/db/postgres/libpq.ts';
import { PostgresDatabases } from '../../service/platform/db/postgres/postgres-databases.ts';
import { migrations } from '../../service/workspaces/migrations.ts';

/** Prepares the use of a database. `cacheDir` is the folder of the search indexes. */
export async function openTeamDatabases(url: string, cacheDir?: string): Promise<PostgresDatabases> {
  warnWithoutEncryption(url);
  const connect = await loadLibpq();
  return new PostgresDatabases({
    connect,
    parameters: { dbname: url },
    migrations,
    ...(cacheDir !== undefined && { cacheDir }),
  });
}

const encryptedModes = ['require', 'verify-ca', 'verify-full'];

const localHosts = ['', 'localhost', '127.0.0.1', '[::1]'];

function warnWithoutEncryption(url: string): void {
  const [, authority = '', query = ''] = /^\w+:\/\/([^/?]*)[^?]*\??(.*)$/.exec(url) ?? [];
  const hosts = authority.replace(/^.*@/, '').split(',');
  const isLocal = hosts.every((host) => localHosts.includes(host.replace(/:\d+$/, '')));
  if (isLocal || encryptedModes.includes(new URLSearchParams(query).get('sslmode') ?? '')) return;
  process.stderr.write('The connection to the database may be unencrypted: add ?sslmode=verify-full to its URL.\n');
}
