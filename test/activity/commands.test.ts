import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import Conf from 'conf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { isWrite, type Route } from '../../shared/contract/route.ts';
import type { Database } from '../../electron/service/platform/db/database.ts';
import { createLocalWorkspace, startCallService, type CallService } from '../helpers/service/start-call-service.ts';
import { waitFor } from '../helpers/clock/wait-for.ts';
import { prepareBilling } from '../helpers/data/prepare-billing.ts';
import { createTestKeychain } from '../helpers/service/test-keychain.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { commandScenarios } from './command-scenarios.ts';
import {
  acceptRows,
  isOnPostgres,
  listTables,
  rejectRows,
  useWorkspaceDatabase,
} from '../helpers/service/test-database.ts';

const writeRoutes = [...Object.values<Route>(v1Routes), ...Object.values<Route>(appRoutes)].filter(isWrite);

/** Operations whose effect is not one transaction in the open workspace's database, with the reason. */
const effectsOutsideTransaction: Readonly<Record<string, string>> = {
  changeRole: 'kept in memory until the application quits',
  chooseWindowMember: 'stored in the settings file',
  createWorkspace: 'creates another database',
  openWorkspace: 'opens another database',
  renameWorkspace: 'renames any workspace, including closed ones',
  deleteWorkspace: 'deletes a database',
  linkWorkspace: 'replaces the open workspace',
  unlinkWorkspace: 'replaces the open workspace',
  createSnapshot: 'writes a file',
  restoreSnapshot: 'replaces the database',
  deleteDamagedCopy: 'deletes a folder',
  createBackup: 'writes a file',
  uploadBackup: 'writes a file',
  restoreBackup: 'creates another database',
  deleteBackup: 'deletes a file',
  cancelBackupTask: 'ends a running task',
  updateBackupSettings: 'stored in the settings file',
  updateSettings: 'stored in the settings file',
  updateLocalApi: 'stored in the settings file',
  updateWindowLock: 'stored in the settings file and the keychain',
  lockWindow: 'kept in memory until the application quits',
  unlockWindow: 'kept in memory until the application quits',
  sendTurn: 'changes a running call',
  hangUp: 'ends a running call',
  cancelCall: 'ends a running call',
};

/** The expected description of each scenario. */
const summaries: Readonly<Record<string, unknown>> = {
  uploadDocument: 'Uploaded document “Rota”',
  deleteDocument: 'Deleted document “Rota”',
  retryDocument: 'Retried document “Broken”',
  updateDocument: 'Changed document “Rota”: title “Rota”, +Lamps',
  replaceDocument: 'Replaced document “Tides”',
  restoreDocumentVersion: 'Went back to version 1 of “Tides”',
  deleteDocumentVersion: 'Deleted version 1 of “Tides”',
  decideSimilarDocument: 'Decided on document “New tides”: replace “Tides”',
  updateDocumentLabels: 'Changed labels of 1 document: −Nets, +Lamps',
  submitAgentRequest: 'Submitted build request “Collections”',
  updateAgentRequest: 'Updated build request “Collections”',
  moveAgentRequest: 'Moved “Collections” to In development',
  decideAcceptancePoint: 'Decided acceptance of “Collections”: rejected point 1',
  deliverAgentRequest: 'Delivered agent “Collections”: not tried in a call, 0 of 1 point accepted',
  updateAgent: 'Changed agent “Collections” to Archived',
  saveAgentDraft: 'Changed draft of “Front desk”: Greeting, Voice',
  deleteAgentDraft: 'Discarded draft of “Front desk”',
  publishAgentVersion: expect.stringMatching(/^Published “Front desk”, version \d+: Greeting$/),
  restoreAgentVersion: 'Restored “Front desk” as a draft: version 1',
  placeCall: 'Placed call from Front desk to +15550199',
  placeSimulatedCall: expect.stringMatching(/^Started simulated call from Front desk to \+\d+$/),
  cancelCall: expect.stringMatching(/^Canceled call from Front desk to \+\d+$/),
  sendTurn: 'Sent turn in practice call',
  hangUp: 'Ended practice call',
  updateCallReview: expect.stringMatching(/^Changed review of call from Front desk to \+\d+: reviewed$/),
  updateCallReviews: 'Changed review of 2 calls',
  correctCallOutcome: expect.stringMatching(
    /^Corrected call from Front desk to \+\d+: outcome Wrong person to Interested$/,
  ),
  updateFollowUp: expect.stringMatching(/^Changed follow-up of call from Front desk to \+\d+: done$/),
  scoreCriterion: expect.stringMatching(/^Scored call from Front desk to \+\d+: .+, (yes|no)$/),
  createCriterion: 'Added criterion “Polite”',
  updateCriterion: 'Changed criterion “Polite”',
  deleteCriterion: 'Deleted criterion “Polite”',
  updateRecipientNameRule: 'Changed the rule for recipient names: name, first_name + last_name',
  createNote: 'Added note to call',
  updateNote: 'Edited note on call',
  deleteNote: 'Deleted note on call',
  markInvoicePaid: expect.stringMatching(/^Marked INV-\d{4} as paid$/),
  voidInvoice: expect.stringMatching(/^Voided INV-\d{4}$/),
  creditInvoice: expect.stringMatching(/^Issued credit note for INV-\d{4}$/),
  reverseFutureInvoices: 'Reversed no invoices, dated in the future',
  confirmEndedCycles: expect.stringMatching(/^Confirmed ended billing periods until \d{4}-\d\d-\d\d$/),
  addDoNotCallEntry: 'Added +15550177 to the do-not-call list',
  removeDoNotCallEntry: 'Removed +15550178 from the do-not-call list',
  importDoNotCallEntries: 'Imported 1 number into the do-not-call list',
  resolveKnowledgeGap: 'Resolved the knowledge gap “Do you accept bitcoin?”',
  createApiKey: expect.stringMatching(/^Created API key “.+”$/),
  rotateApiKey: expect.stringMatching(/^Rotated API key “.+”$/),
  revokeApiKey: expect.stringMatching(/^Revoked API key “.+”$/),
  saveItem: 'Saved “Lead”',
  renameSavedItem: 'Renamed saved item to “After”',
  deleteSavedItem: 'Deleted saved item “Lead”',
  changeRole: 'Switched role to Admin',
  inviteMember: expect.stringMatching(/^Invited .+@example\.com as Viewer$/),
  updateMember: expect.stringMatching(/^Changed member .+@example\.com: role from Viewer to Manager$/),
  removeMember: expect.stringMatching(/^Removed member .+@example\.com$/),
  renewInvitation: expect.stringMatching(/^Renewed invitation of .+@example\.com$/),
  acceptInvitation: expect.stringMatching(/^Accepted invitation of .+@example\.com$/),
  chooseWindowMember: 'Switched user of the window to nobody',
  addWindowMember: expect.stringMatching(/^Added member .+@example\.com as the user of the window$/),
  updateSettings: 'Changed settings: theme',
  updateLocalApi: 'Changed local API access: disabled',
  updateWindowLock: 'Changed window lock: idle time',
  lockWindow: 'Locked window with Lock now',
  unlockWindow: 'Unlocked window with the passphrase',
  createWorkspace: 'Created workspace “New”',
  openWorkspace: 'Opened workspace “Another”',
  renameWorkspace: 'Renamed workspace to “Renamed”',
  deleteWorkspace: expect.stringMatching(/^Deleted workspace/),
  placeRemoteCall: 'Queued call from agt_remote to +15550123',
  updateConnection: 'Changed connection to 127.0.0.1:9',
  uploadSearchModelFile: 'Uploaded tokenizer.json for a search model',
  changeLanguageModel: 'Changed language model to small on 127.0.0.1:9',
  changeSpeechServer: 'Changed speech server to kokoro on 127.0.0.1:9',
  changeSearchModel: 'Changed search model to the built-in model',
  cancelSearchModelChange: 'Kept the built-in model as the search model',
  linkWorkspace: 'Linked workspace to 127.0.0.1:9',
  unlinkWorkspace: 'Unlinked workspace from 127.0.0.1:9',
  sendOutboxItem: 'Sent waiting change “Rota”',
  cancelOutboxItem: 'Canceled waiting change “Rota”',
  checkOutboxItem: 'Checked waiting change “Rota”',
  completeOutboxItem: 'Marked “Rota” as done',
  createSnapshot: 'Created snapshot of “Harbour”',
  restoreSnapshot: 'Restored workspace “Harbour” from a snapshot',
  deleteDamagedCopy: 'Deleted damaged copy of “Harbour”',
  createBackup: 'Backed up workspace “Harbour”',
  uploadBackup: 'Uploaded backup “Copy.switchboard-backup”',
  restoreBackup: expect.stringMatching(/^Restored workspace “Harbour \(restored [\d-]+\)” from a backup$/),
  deleteBackup: expect.stringMatching(/^Deleted backup “Harbour-[\w-]+\.switchboard-backup”$/),
  cancelBackupTask: 'Canceled backup task of “Harbour”',
  updateBackupSettings: 'Changed backup settings: keep 3',
};

const windowActor = { actor_name: 'Window', role: 'admin' };

const invitedActor = { actor_name: expect.stringMatching(/@example\.com$/), role: 'viewer' };

let folder: TemporaryFolder;
let service: CallService;
let home: string;
/** The workspace that the scenario uses. */
let openId: string;

beforeAll(async () => {
  folder = await createTemporaryFolder();
  await prepareBilling(folder.path, { name: 'Harbour', ageDays: 160, callsPerDay: 1 });
  const settings = new Conf({ cwd: folder.path, configName: 'settings' });
  service = await startCallService({
    dataDir: folder.path,
    settings,
    keychain: createTestKeychain(),
    log: { error: () => {} },
    passphraseWork: { windowLock: 10, backup: 10 },
  });
  home = await currentId();
});
afterAll(async () => {
  await service.stop();
  await folder.remove();
});

const currentId = async () => (await service.app(appRoutes.getSession, {})).workspace?.workspace_id ?? '';

const returnHome = async () => {
  if ((await currentId()) !== home) await service.app(appRoutes.openWorkspace, { params: { workspace_id: home } });
};

const listRows = async () => (await service.v1(v1Routes.listActivity, { query: { limit: 200 } })).data;

/** Opens a separate connection, as a database tool would. */
const withDatabase = <T>(use: (db: Database) => T): T =>
  useWorkspaceDatabase(join(folder.path, 'workspaces', openId), use);

/** Reads all tables of the workspace except the audit log. */
function readAll(): Readonly<Record<string, unknown>> {
  const excluded = ['activity', 'activity_head', 'idempotency_record'];
  return withDatabase((db) => {
    const tableNames = listTables(db).filter((name) => !excluded.includes(name));
    return Object.fromEntries(tableNames.map((name) => [name, db.all(`SELECT * FROM "${name}"`)]));
  });
}

type Tables = ReturnType<typeof readAll>;

/** The tables whose rows differ, before and after. */
const listChanges = (before: Tables, after: Tables) =>
  Object.entries(before).flatMap(([name, rows]) =>
    isDeepStrictEqual(rows, after[name]) ? [] : [{ name, before: rows, after: after[name] }],
  );

/** Waits for calls of earlier scenarios, and for documents, which are processed again after a restore: both write in the background. */
const waitForBackgroundWork = () =>
  waitFor(() => {
    expect(withDatabase((db) => db.all(`SELECT title FROM document WHERE status = 'processing'`))).toEqual([]);
    expect(withDatabase((db) => db.all(`SELECT call_id, status FROM call WHERE ended_at IS NULL`))).toEqual([]);
  });

const rejectEntries = (db: Database) => rejectRows(db, 'activity', "NEW.result = 'done'");
const acceptEntries = (db: Database) => acceptRows(db, 'activity');

/** What needs a workspace in a file. */
const fileOperations = /Snapshot|DamagedCopy|(?:create|restore|delete)Backup/;

const testedRoutes = writeRoutes.filter(({ id }) => !(isOnPostgres && fileOperations.test(id)));

test('every write operation has a scenario', () => {
  expect(Object.keys(commandScenarios).toSorted()).toEqual(writeRoutes.map(({ id }) => id).toSorted());
  expect(writeRoutes.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.keys(effectsOutsideTransaction)));
});

describe.each(testedRoutes.map(({ id, status }) => ({ id, status })))('$id', ({ id, status }) => {
  test.skipIf(id in effectsOutsideTransaction)('changes nothing if its audit entry cannot be written', async () => {
    const run = await commandScenarios[id]?.(service);
    openId = await currentId();
    await waitForBackgroundWork();
    const before = readAll();
    withDatabase(rejectEntries);
    try {
      await expect(run?.()).rejects.toMatchObject({ code: 'internal' });
      expect(listChanges(before, readAll())).toEqual([]);
    } finally {
      withDatabase(acceptEntries);
    }
    expect((await listRows())[0]).toMatchObject({ operation: id, result: 'failed', code: 'internal', status: 500 });
    await returnHome();
  });

  test('adds one audit entry with actor, action and subject', async () => {
    const run = await commandScenarios[id]?.(service);
    const before = new Set((await listRows()).map(({ hash }) => hash));
    await run?.();
    const rows = (await listRows()).filter(({ hash, operation }) => !before.has(hash) && operation === id);
    expect(rows).toEqual([
      expect.objectContaining({
        ...(id === 'acceptInvitation' ? invitedActor : windowActor),
        summary: summaries[id],
        result: 'done',
        status,
        code: null,
      }),
    ]);
    expect(rows[0]?.subject_id ?? rows[0]?.subject_label, 'the entry has a subject').toEqual(
      expect.stringMatching(/./),
    );
    await returnHome();
  });
});

test('deleting the open workspace adds no entry, because no workspace is left to store it', async () => {
  const other = await createLocalWorkspace(service, 'Temporary');
  await service.app(appRoutes.deleteWorkspace, { params: { workspace_id: other } });
  expect(await currentId()).toBe('');
  await service.app(appRoutes.openWorkspace, { params: { workspace_id: home } });
  expect((await listRows()).filter(({ subject_id }) => subject_id === other)).toEqual([]);
});

test('the hash chain is intact after all operations', async () => {
  expect((await service.v1(v1Routes.verifyActivity, {})).violation).toBeNull();
});
