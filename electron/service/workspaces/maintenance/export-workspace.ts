import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import yazl from 'yazl';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { Database, Row } from '../../platform/db/database.ts';
import type { Migration } from '../../platform/db/migrate.ts';
import { openDamagedDatabase } from '../../platform/db/open-database.ts';
import { createDownload } from '../../platform/http/download.ts';
import { databaseFile } from '../../platform/db/workspace-databases.ts';
import { listExportedTables, readTable } from './salvage-queries.ts';

const folders = [
  ['files', 'Original documents, named by their SHA-256 as in tables/document.jsonl'],
  ['recordings', 'Recordings'],
  ['invoices', 'The remote’s invoices, named by their SHA-256 as in tables/remote_invoice.jsonl'],
] as const;

/** What was exported, and what could not be read. It is complete once all other entries have been read. */
type Findings = {
  readonly report: string[];
  readonly unreadable: { readonly entry: string; readonly rows?: string; readonly reason: string }[];
};

/**
 * Responds with a ZIP of everything that can be read of a workspace, damaged or not: its tables as JSON lines, the original
 * documents, the recordings, and two lists of what could not be read: for people and for programs. Changes nothing.
 */
export function exportWorkspace(
  request: Request,
  { name, dir }: { readonly name: string; readonly dir: string },
  migrations: readonly Migration[],
): Response {
  const body = request.method === 'HEAD' ? null : createZip(name, dir, migrations);
  return createDownload(body, { mediaType: 'application/zip', fileName: 'workspace-export.zip' });
}

/** Every entry is read when it is its turn, and the report is the last one. */
function createZip(name: string, dir: string, migrations: readonly Migration[]): ReadableStream<Uint8Array> {
  const zip = new yazl.ZipFile();
  const output = zip.outputStream as Readable; // yazl declares a narrower type
  const report: string[] = [`Export of the workspace “${name}”`, ''];
  const findings: Findings = { report, unreadable: [] };
  const addEntry = (path: string, pieces: AsyncIterable<Buffer>) =>
    zip.addReadStreamLazy(path, (callback) => callback(null, Readable.from(pieces)));
  zip.on('error', (error: Error) => output.destroy(error));

  for (const [folder, title] of folders) {
    const names = listFiles(dir, folder, findings);
    for (const path of names.map((file) => `${folder}/${file}`)) addEntry(path, readFile(dir, path, findings));
    report.push(`${title}: ${names.length}`);
  }
  let db: Database | undefined;
  try {
    db = openDamagedDatabase(join(dir, databaseFile), migrations);
    for (const table of listExportedTables(db)) addEntry(`tables/${table}.jsonl`, readLines(db, table, findings));
  } catch (error) {
    const reason = error instanceof Problem ? error.message : 'The list of tables cannot be read.';
    findings.unreadable.push({ entry: 'tables/', reason });
  }
  output.once('close', () => db?.close());
  addEntry('unreadable.json', readUnreadable(findings));
  addEntry('report.txt', readReport(findings));
  zip.end();
  // Node and DOM declare the same object differently.
  return Readable.toWeb(output) as ReadableStream<Uint8Array>;
}

function listFiles(dir: string, folder: string, { unreadable }: Findings): readonly string[] {
  const path = join(dir, folder);
  try {
    const entries = existsSync(path) ? readdirSync(path, { withFileTypes: true }) : [];
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  } catch (error) {
    unreadable.push({ entry: `${folder}/`, reason: formatReason(error) });
    return [];
  }
}

function formatReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Yields as much of a file as can be read. */
async function* readFile(dir: string, path: string, { unreadable }: Findings): AsyncGenerator<Buffer> {
  try {
    for await (const bytes of createReadStream(join(dir, path))) yield bytes as Buffer;
  } catch (error) {
    unreadable.push({ entry: path, reason: formatReason(error) });
  }
}

async function* readLines(db: Database, table: string, { report, unreadable }: Findings): AsyncGenerator<Buffer> {
  const { rows, listUnreadable } = readTable(db, table);
  let count = 0;
  for (const batch of rows) {
    yield Buffer.from(batch.map((row) => `${JSON.stringify(toJson(table, row))}\n`).join(''));
    count += batch.length;
    await nextTurn();
  }
  const missing = listUnreadable();
  report.push(`${table}: ${count} rows${missing.length > 0 ? ', some could not be read' : ''}`);
  unreadable.push(...missing.map((range) => ({ entry: `tables/${table}.jsonl`, ...range })));
}

async function* readReport({ report, unreadable }: Findings): AsyncGenerator<Buffer> {
  const missing = unreadable.map(
    ({ entry, rows, reason }) => `${entry}: ${rows ? `${rows} ` : ''}could not be read (${reason})`,
  );
  yield Buffer.from(`${[...report, '', ...(missing.length > 0 ? missing : ['Everything was read.'])].join('\n')}\n`);
}

/** The same list for programs. */
async function* readUnreadable({ unreadable }: Findings): AsyncGenerator<Buffer> {
  yield Buffer.from(`${JSON.stringify({ unreadable }, null, 2)}\n`);
}

/** Without the hashes of API keys and invitations; bytes in base64. */
function toJson(table: string, row: Row): Row {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([column]) => !['api_key', 'invitation'].includes(table) || column !== 'sha256')
      .map(([column, value]) => [column, value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value]),
  );
}
