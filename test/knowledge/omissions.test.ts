import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ParsedSection } from '../../electron/service/features/knowledge/parsing/parse-protocol.ts';
import { forkProcess, type StartProcess } from '../../electron/service/platform/processes/start-process.ts';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import type { Omission } from '../../shared/knowledge/omissions.ts';
import { startServiceWithWorkspace } from '../helpers/service/start-service-with-workspace.ts';
import { uploadAndWait } from '../helpers/service/upload.ts';
import { makePdf } from './parsing/make-files.ts';
import { connectToWorkspace } from '../helpers/service/test-database.ts';

/** Starts parsers that report these omissions for the pages of every document. */
function createOmittingParsers(omissionsOfPage: Readonly<Record<number, readonly Omission[]>>): StartProcess {
  return (options) =>
    forkProcess({
      ...options,
      onMessage(message) {
        const { type, section } = message as { readonly type: string; readonly section: ParsedSection };
        const omissions = type === 'section' ? (omissionsOfPage[section.page ?? 0] ?? []) : [];
        options.onMessage(
          type === 'section' ? { ...(message as object), section: { ...section, omissions } } : message,
        );
      },
    });
}

test('a document says what each page leaves out, and its record adds it up', async () => {
  const scanned = { kind: 'scanned_page', count: 1 } as const;
  const started = await startServiceWithWorkspace({
    startProcess: createOmittingParsers({
      1: [
        { kind: 'diagram', count: 1 },
        { kind: 'diagram', count: 1 },
      ],
      2: [scanned],
      3: [scanned, { kind: 'hidden_text', count: 4 }],
    }),
  });
  onTestFinished(() => started.stop());
  const { app, v1 } = started;
  const bytes = new Uint8Array(await makePdf(['We are open on Tuesday.', null, null, 'Lockers cost 5 dollars a day.']));
  const { document_id, status } = await uploadAndWait(v1, 'Hours', bytes, 'hours.pdf');
  expect(status).toBe('active');

  const records = await app(appRoutes.listDocumentRecords, {});
  expect(records.data[0]?.omissions).toEqual([
    { kind: 'scanned_page', count: 2, pages: [{ first: 2, last: 3 }] },
    { kind: 'diagram', count: 2, pages: [{ first: 1, last: 1 }] },
    { kind: 'hidden_text', count: 4, pages: [{ first: 3, last: 3 }] },
  ]);
  const sections = await app(appRoutes.listDocumentSections, { params: { document_id } });
  expect(sections.data.map(({ page, text, omissions }) => [page, text, omissions])).toEqual([
    [1, 'We are open on Tuesday.', [{ kind: 'diagram', count: 2 }]],
    [2, '', [scanned]],
    [3, '', [{ kind: 'hidden_text', count: 4 }, scanned]],
    [4, 'Lockers cost 5 dollars a day.', []],
  ]);

  await v1(v1Routes.deleteDocument, { params: { document_id } });
  const [workspace = ''] = readdirSync(join(started.dataDir, 'workspaces'));
  const db = connectToWorkspace(join(started.dataDir, 'workspaces', workspace));
  onTestFinished(() => db.close());
  expect(db.all('SELECT * FROM omission')).toEqual([]);
});
