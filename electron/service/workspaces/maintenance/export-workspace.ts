import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import yazl from 'yazl';
import type { Database, Row } from '../../platform/db/database.ts';
import { openDamagedDatabase } from '../../platform/db/open-database.ts';
import { toProblem } from '../../platform/http/to-problem.ts';
import { databaseFile } from '../open-workspace.ts';
import { listExportedTables, readTable } from './salvage-queries.ts';

/**
 * Responds with a ZIP of everything that can be read of a workspace, damaged or not: its tables as JSON lines, the original
 * documents, the recordings, and a report of what could not be read. Changes nothing.
 */
export function exportWorkspace(request: Request, name: string, dir: string): Response {
  const headers = {
    'Content-Type': 'application/zip',
    'Content-Disposition': `attachment; filename="workspace-export.zip"`,
    'Cache-Control': 'no-store',
  };
  if (request.method === 'HEAD') return new Response(null, { headers });
  const zip = new yazl.ZipFile();
  const output = zip.outputStream as Readable; // yazl declares a narrower type
  const report: string[] = [`Export of the workspace “${name}”`, ''];
  addAll(zip, dir, report).catch((error: unknown) =>
    output.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  // Node and DOM declare the same object differently.
  return new Response(Readable.toWeb(output) as ReadableStream<Uint8Array>, { headers });
}

async function addAll(zip: yazl.ZipFile, dir: string, report: string[]): Promise<void> {
  for (const [folder, title] of [
    ['files', 'Original documents, named by their SHA-256 as in tables/document.jsonl'],
    ['recordings', 'Recordings'],
  ] as const) {
    const names = existsSync(join(dir, folder)) ? readdirSync(join(dir, folder), { withFileTypes: true }) : [];
    const files = names.filter((entry) => entry.isFile());
    for (const entry of files) zip.addFile(join(dir, folder, entry.name), `${folder}/${entry.name}`);
    report.push(`${title}: ${files.length}`);
  }
  let db: Database | undefined;
  try {
    db = openDamagedDatabase(join(dir, databaseFile));
    for (const table of listExportedTables(db)) report.push(await addTable(zip, db, table));
  } catch (error) {
    const { message, code } = toProblem(error);
    report.push(`Tables: ${code === 'internal' ? 'The list of tables cannot be read.' : message}`);
  } finally {
    db?.close();
  }
  zip.addBuffer(Buffer.from(`${report.join('\n')}\n`), 'report.txt');
  zip.end();
}

/** Returns the line of the report. */
async function addTable(zip: yazl.ZipFile, db: Database, table: string): Promise<string> {
  const { rows, hasUnreadableRows } = readTable(db, table);
  const pieces: Buffer[] = [];
  let count = 0;
  for (const batch of rows) {
    pieces.push(Buffer.from(batch.map((row) => `${JSON.stringify(toJson(table, row))}\n`).join('')));
    count += batch.length;
    await nextTurn();
  }
  zip.addBuffer(Buffer.concat(pieces), `tables/${table}.jsonl`);
  return `${table}: ${count} rows${hasUnreadableRows() ? ', some could not be read' : ''}`;
}

/** Without the hashes of API keys; bytes in base64. */
function toJson(table: string, row: Row): Row {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([column]) => table !== 'api_key' || column !== 'sha256')
      .map(([column, value]) => [column, value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value]),
  );
}
