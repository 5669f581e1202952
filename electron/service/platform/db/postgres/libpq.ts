import { Problem } from '../../../../../shared/contract/problems.ts';
import { PostgresError } from './postgres-error.ts';

/** The package that calls C functions. Its types are here, because only a team server needs it. */
const koffiPackage: string = 'koffi';

/** A C library, whose functions are untyped: the declarations in C are from libpq-fe.h. */
type Library = { readonly func: (declaration: string) => ForeignFunction };

type ForeignFunction = ((...values: readonly unknown[]) => unknown) & {
  /** Calls it in a thread. The last value is the callback. */
  readonly async: (...values: readonly unknown[]) => void;
};

type Koffi = { readonly load: (libraryName: string) => Library };

/** An address in the memory of libpq. */
type Pointer = unknown;

export type QueryResult = {
  readonly rowCount: number;
  /** The names and type OIDs of the columns. */
  readonly columns: readonly { readonly name: string; readonly typeOid: number }[];
  /** Number of rows that the statement changed. */
  readonly changes: number;
  readonly readText: (row: number, column: number) => string | null;
};

/** The number of rows that a statement changed; undefined while it is queued, or if it failed. */
export type QueuedStatement = { changes: number | undefined };

export type LibpqConnection = {
  /** Whether the connection is still open, as far as this computer knows. Once lost, it is never opened again. */
  readonly isAlive: () => boolean;
  /** Runs statements without parameters. */
  readonly execute: (sql: string) => void;
  readonly prepare: (name: string, sql: string, typeOids: readonly number[]) => void;
  /**
   * Sends a prepared statement together with the next statement that is waited for, in this order. If it fails, that one is not run
   * and throws its error.
   */
  readonly queue: (name: string, values: readonly (string | null)[]) => QueuedStatement;
  /** Waits for the queued statements. */
  readonly runQueue: () => void;
  /** Runs a prepared statement with parameters as text, and gives the result to `read`, after which it is freed. */
  readonly query: <T>(name: string, values: readonly (string | null)[], read: (result: QueryResult) => T) => T;
  /** Runs a `COPY … FROM STDIN`, with its input in parts. */
  readonly copyIn: (sql: string, parts: Iterable<string>) => void;
  readonly close: () => void;
};

type Parameters = Readonly<Record<string, string>>;

export type ConnectLibpq = ((parameters: Parameters) => LibpqConnection) & {
  /** Connects in a thread: a server that is away does not block the process. */
  readonly inBackground: (parameters: Parameters) => Promise<LibpqConnection>;
};

const [commandOk, tuplesOk, copyIn, pipelineSync, pipelineAborted] = [1, 2, 4, 10, 11];
const connectionOk = 0;
/** Codes of PQresultErrorField: SQLSTATE and the primary message. Its details can quote rows. */
const [sqlStateField, messageField] = ['C'.charCodeAt(0), 'M'.charCodeAt(0)];

/**
 * Loads PostgreSQL's client library and returns a function that opens a connection. Its calls block. Throws a Problem with one sentence
 * for the operator if koffi or the library is missing.
 */
export async function loadLibpq(libraryName = defaultLibraryName()): Promise<ConnectLibpq> {
  const koffi = await importKoffi();
  let library: Library;
  try {
    library = koffi.load(libraryName);
  } catch (cause) {
    const remedy = "install PostgreSQL's client library (Debian: libpq5), then start again.";
    throw new Problem('workspace_unusable', `--database needs ${libraryName}: ${remedy}`, { cause });
  }
  const functions = bindFunctions(library);
  return Object.assign((parameters: Parameters) => connect(functions, parameters), {
    inBackground: (parameters: Parameters) => connectInBackground(functions, parameters),
  });
}

async function importKoffi(): Promise<Koffi> {
  try {
    const { default: koffi } = (await import(koffiPackage)) as { readonly default: Koffi }; // as its documentation says
    return koffi;
  } catch (cause) {
    throw new Problem(
      'workspace_unusable',
      '--database needs the npm package koffi: run npm install, then start again.',
      {
        cause,
      },
    );
  }
}

function defaultLibraryName(): string {
  if (process.platform === 'win32') return 'libpq.dll';
  return process.platform === 'darwin' ? 'libpq.5.dylib' : 'libpq.so.5';
}

type Functions = ReturnType<typeof bindFunctions>;

function bindFunctions(library: Library) {
  const declare = (declaration: string) => library.func(declaration);
  const declareNumber = declare as (declaration: string) => (...values: readonly unknown[]) => number;
  const declareText = declare as (declaration: string) => (...values: readonly unknown[]) => string;
  return {
    connect: declare('void *PQconnectdbParams(const char **keywords, const char **values, int expand)'),
    finish: declare('void PQfinish(void *conn)'),
    status: declareNumber('int PQstatus(void *conn)'),
    consumeInput: declare('int PQconsumeInput(void *conn)'),
    errorMessage: declareText('const char *PQerrorMessage(void *conn)'),
    exec: declare('void *PQexec(void *conn, const char *sql)'),
    prepare: declare(
      'void *PQprepare(void *conn, const char *name, const char *sql, int count, const uint32_t *types)',
    ),
    execPrepared: declare(
      'void *PQexecPrepared(void *conn, const char *name, int count, const char **values, const int *lengths, const int *formats, int format)',
    ),
    enterPipelineMode: declareNumber('int PQenterPipelineMode(void *conn)'),
    exitPipelineMode: declareNumber('int PQexitPipelineMode(void *conn)'),
    sendPrepared: declareNumber(
      'int PQsendQueryPrepared(void *conn, const char *name, int count, const char **values, const int *lengths, const int *formats, int format)',
    ),
    sendSync: declareNumber('int PQpipelineSync(void *conn)'),
    putCopyData: declareNumber('int PQputCopyData(void *conn, const uint8_t *bytes, int count)'),
    putCopyEnd: declareNumber('int PQputCopyEnd(void *conn, const char *error)'),
    nextResult: declare('void *PQgetResult(void *conn)'),
    resultStatus: declareNumber('int PQresultStatus(void *result)'),
    resultErrorField: declare('const char *PQresultErrorField(void *result, int field)'),
    rowCount: declareNumber('int PQntuples(void *result)'),
    columnCount: declareNumber('int PQnfields(void *result)'),
    columnName: declareText('const char *PQfname(void *result, int column)'),
    columnType: declareNumber('uint32_t PQftype(void *result, int column)'),
    changes: declareText('const char *PQcmdTuples(void *result)'),
    value: declareText('const char *PQgetvalue(void *result, int row, int column)'),
    isNull: declareNumber('int PQgetisnull(void *result, int row, int column)'),
    clear: declare('void PQclear(void *result)'),
  };
}

const expandDatabaseName = 1;
const textFormat = 0;

/** Their results wait in the memory of this process and the server. */
const maxQueued = 500;

const listArguments = (parameters: Parameters) => [
  [...Object.keys(parameters), null],
  [...Object.values(parameters), null],
  expandDatabaseName,
];

function connect(libpq: Functions, parameters: Parameters): LibpqConnection {
  return useConnection(libpq, libpq.connect(...listArguments(parameters)));
}

async function connectInBackground(libpq: Functions, parameters: Parameters): Promise<LibpqConnection> {
  const connection = await new Promise<Pointer>((resolve, reject) => {
    libpq.connect.async(...listArguments(parameters), (error: Error | null, result: Pointer) => {
      if (error) reject(error);
      else resolve(result);
    });
  });
  return useConnection(libpq, connection);
}

/** Throws PostgresError, and frees the connection, if it could not be opened. */
function useConnection(libpq: Functions, connection: Pointer): LibpqConnection {
  if (libpq.status(connection) !== connectionOk) {
    const message = toOneLine(libpq.errorMessage(connection));
    libpq.finish(connection);
    throw new PostgresError(hidePasswords(message), '');
  }
  const check = (result: Pointer): Pointer => {
    if ([commandOk, tuplesOk, copyIn].includes(libpq.resultStatus(result))) return result;
    const message = libpq.resultErrorField(result, messageField);
    const sqlState = libpq.resultErrorField(result, sqlStateField);
    libpq.clear(result);
    if (typeof message !== 'string' || typeof sqlState !== 'string')
      throw new PostgresError(hidePasswords(toOneLine(libpq.errorMessage(connection))), '');
    // An error about a value quotes it.
    const isAboutValue = sqlState.startsWith('22');
    throw new PostgresError(isAboutValue ? message.replaceAll(/"[^]*"/g, '"…"') : message, sqlState);
  };
  let isOpen = true;
  /** Throws instead of using a connection whose memory is freed. */
  const requireOpen = () => {
    if (!isOpen) throw new PostgresError('The connection is closed', '');
  };
  let queued: QueuedStatement[] = [];
  const send = (name: string, values: readonly (string | null)[]): QueuedStatement => {
    const statement: QueuedStatement = { changes: undefined };
    if (queued.length === 0) libpq.enterPipelineMode(connection);
    libpq.sendPrepared(connection, name, values.length, values, null, null, textFormat);
    queued.push(statement);
    return statement;
  };
  /** Waits for the statements that were sent, and returns the result of the last one. Throws the error of the first that failed. */
  const readLastResult = (): Pointer => {
    const statements = queued;
    queued = [];
    libpq.sendSync(connection);
    const results = readPipeline(libpq, connection);
    libpq.exitPipelineMode(connection);
    const last = results.at(-1);
    for (const [index, result] of results.entries()) {
      const statement = statements[index];
      if (statement) statement.changes = Number(libpq.changes(result));
      if (result !== last) libpq.clear(result);
    }
    const checked = last && check(last);
    if (checked && results.length === statements.length) return checked;
    if (checked) libpq.clear(checked);
    throw new PostgresError(hidePasswords(toOneLine(libpq.errorMessage(connection))), '');
  };
  const runQueue = () => {
    requireOpen();
    if (queued.length > 0) libpq.clear(readLastResult());
  };
  const execute = (name: string, values: readonly (string | null)[]): Pointer => {
    if (queued.length === 0)
      return check(libpq.execPrepared(connection, name, values.length, values, null, null, textFormat));
    send(name, values);
    return readLastResult();
  };
  return {
    isAlive: () => {
      if (!isOpen) return false;
      // Reads what has arrived, without waiting: the end of the connection, if the server has closed it.
      libpq.consumeInput(connection);
      return libpq.status(connection) === connectionOk;
    },
    execute: (sql) => {
      runQueue();
      libpq.clear(check(libpq.exec(connection, sql)));
    },
    prepare: (name, sql, typeOids) => {
      runQueue();
      libpq.clear(check(libpq.prepare(connection, name, sql, typeOids.length, new Uint32Array(typeOids))));
    },
    queue: (name, values) => {
      if (queued.length >= maxQueued) runQueue();
      requireOpen();
      return send(name, values);
    },
    runQueue,
    query: (name, values, read) => {
      requireOpen();
      const result = execute(name, values);
      try {
        return read(describeResult(libpq, result));
      } finally {
        libpq.clear(result);
      }
    },
    copyIn: (sql, parts) => {
      runQueue();
      libpq.clear(check(libpq.exec(connection, sql)));
      let isComplete = false;
      try {
        for (const part of parts) {
          const bytes = Buffer.from(part);
          // The result has the reason.
          if (libpq.putCopyData(connection, bytes, bytes.length) !== 1) break;
        }
        isComplete = true;
      } finally {
        libpq.putCopyEnd(connection, isComplete ? null : 'The input failed.');
        const results = readResults(libpq, connection);
        if (isComplete) for (const result of results) libpq.clear(check(result));
        else for (const result of results) libpq.clear(result);
      }
    },
    close: () => {
      if (isOpen) libpq.finish(connection);
      isOpen = false;
    },
  };
}

/** Returns one result of each statement that was sent, up to the first that failed. */
function readPipeline(libpq: Functions, connection: Pointer): readonly Pointer[] {
  const results: Pointer[] = [];
  for (let ends = 0; ends < 2;) {
    const result = libpq.nextResult(connection);
    // A null ends the results of a statement. There are no more of them if the connection is lost.
    ends = result ? 0 : ends + 1;
    if (!result) continue;
    const status = libpq.resultStatus(result);
    if (status !== pipelineSync && status !== pipelineAborted) {
      results.push(result);
      continue;
    }
    libpq.clear(result);
    if (status === pipelineSync) break;
  }
  return results;
}

/** Returns all results of a statement, after which the connection accepts another. */
function readResults(libpq: Functions, connection: Pointer): readonly Pointer[] {
  const results: Pointer[] = [];
  for (;;) {
    const result = libpq.nextResult(connection);
    if (!result) return results;
    results.push(result);
  }
}

function describeResult(libpq: Functions, result: Pointer): QueryResult {
  return {
    rowCount: libpq.rowCount(result),
    get columns() {
      return Array.from({ length: libpq.columnCount(result) }, (_, column) => ({
        name: libpq.columnName(result, column),
        typeOid: libpq.columnType(result, column),
      }));
    },
    get changes() {
      return Number(libpq.changes(result));
    },
    readText: (row, column) => {
      const text = libpq.value(result, row, column);
      // NULL is an empty text, too.
      return text === '' && libpq.isNull(result, row, column) === 1 ? null : text;
    },
  };
}

/** Joins the lines of a message, without those that only add advice to the line before. */
function toOneLine(message: string): string {
  const lines = message.split('\n').filter((line) => line !== '' && !line.startsWith('\t'));
  return lines.join('; ');
}

/** Removes passwords from a message of libpq, which can quote a connection string that it cannot read. */
export function hidePasswords(text: string): string {
  return text
    .replaceAll(/(\b[a-z]+:\/\/[^\s:/@"]*):[^\s@"]*@/gi, '$1:…@')
    .replaceAll(/(password\s*=\s*)('(?:[^'\\]|\\.)*'|[^\s&"]+)/gi, '$1…');
}
