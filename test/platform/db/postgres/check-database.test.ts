import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadLibpq, type ConnectLibpq } from '../../../../electron/service/platform/db/postgres/libpq.ts';
import { PostgresDatabases } from '../../../../electron/service/platform/db/postgres/postgres-databases.ts';
import { migrations } from '../../../../electron/service/workspaces/migrations.ts';
import { findPostgres, startPostgres, type StartedPostgres } from '../../../helpers/service/start-postgres.ts';

const bin = findPostgres();

describe.skipIf(bin === null)('a database is refused with one sentence', () => {
  let server: StartedPostgres;
  let connect: ConnectLibpq;

  beforeAll(async () => {
    [server, connect] = await Promise.all([startPostgres(bin ?? ''), loadLibpq()]);
  });
  afterAll(() => server.stop());

  const getUrl = (name: string, user = 'switchboard') =>
    server.url.replace(/switchboard@/, `${user}:geheim@`).replace(/postgres$/, name);
  const execute = (name: string, sql: string) => {
    const connection = connect({ dbname: getUrl(name) });
    connection.execute(sql);
    connection.close();
  };
  const open = (url: string) =>
    new PostgresDatabases({ connect, parameters: { dbname: url }, migrations }).openDirectory().close();

  test.each([
    [
      'with_tables',
      '',
      'CREATE TABLE customer (id int)',
      'belongs to another program, which has the table public.customer',
    ],
    [
      'newer',
      '',
      `CREATE SCHEMA switchboard; COMMENT ON SCHEMA switchboard IS '9'`,
      'last used by a newer Switchboard',
    ],
    ['ascii', `ENCODING SQL_ASCII TEMPLATE template0`, '', 'must have the encoding UTF-8'],
    [
      'frozen',
      '',
      'ALTER DATABASE frozen SET default_transaction_read_only = on',
      'standby or read-only: name the primary',
    ],
    ['crowded', '', `CREATE ROLE one LOGIN CONNECTION LIMIT 0`, 'has no free connection: raise max_connections', 'one'],
    ['without_rights', '', 'CREATE ROLE two LOGIN', 'needs the privilege CREATE', 'two'],
  ])('%s', (name, options, setup, sentence, user = 'switchboard') => {
    execute('postgres', `CREATE DATABASE ${name} ${options}`);
    if (setup) execute(name, setup);
    const opening = () => open(getUrl(name, user));
    expect(opening).toThrow(sentence);
    expect(opening).not.toThrow('geheim');
    expect(opening).not.toThrow('\n');
  });

  test('but not its own, again', () => {
    open(getUrl('postgres'));
    open(getUrl('postgres'));
  });
});
