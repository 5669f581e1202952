import type { Problem } from '../../../../../shared/contract/problems.ts';
import { createUnusableProblem } from '../unusable-problem.ts';
import type { ConnectLibpq, LibpqConnection } from './libpq.ts';
import { PostgresError } from './postgres-error.ts';

type Parameters = Readonly<Record<string, string>>;

/** Settings of libpq, unless the URL has others. A connection that is cut is noticed within half a minute. */
const defaultParameters = {
  application_name: 'switchboard',
  connect_timeout: '10',
  keepalives_idle: '10',
  keepalives_interval: '5',
  keepalives_count: '3',
  tcp_user_timeout: '20000',
  target_session_attrs: 'read-write',
} as const;

/** Shorter than the time after which other nodes take an organization from a node that does not answer. */
export const statementTimeout = '9s';

/** Ends all limits of the open transaction, in which a command copies an organization and no request waits. */
export const withoutTimeouts = `SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0`;

/**
 * Settings of a connection. A call blocks the process, so no query may run or wait for long: none is worth compiling. Texts are
 * exchanged as UTF-8.
 */
const sessionSettings = `
  SET client_encoding = 'UTF8';
  SET client_min_messages = error;
  SET statement_timeout = '${statementTimeout}';
  SET lock_timeout = '5s';
  SET idle_in_transaction_session_timeout = '60s';
  SET timezone = 'UTC';
  SET synchronous_commit = on;
  SET jit = off;
`;

/** Opens a connection and waits for it. Throws PostgresError. */
export function connectToDatabase(connect: ConnectLibpq, parameters: Parameters): LibpqConnection {
  return prepareSession(connect({ ...defaultParameters, ...parameters }));
}

/** Opens a connection without blocking the process. Rejects with PostgresError. */
export async function connectInBackground(connect: ConnectLibpq, parameters: Parameters): Promise<LibpqConnection> {
  return prepareSession(await connect.inBackground({ ...defaultParameters, ...parameters }));
}

function prepareSession(connection: LibpqConnection): LibpqConnection {
  try {
    connection.execute(sessionSettings);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** What libpq says, and what the operator can do about it. */
const explanations: readonly (readonly [pattern: RegExp, sentence: string])[] = [
  [
    /too many (clients|connections)|connection slots/,
    'PostgreSQL has no free connection: raise max_connections, or the limit of its user or database.',
  ],
  [/session is read-only|not read-write/, 'Its database is a standby or read-only: name the primary server, too.'],
];

/** Creates the problem of a database that cannot be used, with one sentence for the operator. */
export function explainPostgresError(error: PostgresError): Problem {
  const known = explanations.find(([pattern]) => pattern.test(error.message))?.[1];
  return createUnusableProblem(known ?? `Its database cannot be used: ${error.message}.`, error);
}
