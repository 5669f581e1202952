import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { ChainHeadKeeper } from '../../electron/service/features/activity/chain-head-keeper.ts';
import { ApiKeys } from '../../electron/service/features/api-keys/api-keys.ts';
import { Billing } from '../../electron/service/features/billing/billing.ts';
import { Calls } from '../../electron/service/features/calls/calls.ts';
import { ScoreTotals } from '../../electron/service/features/calls/scorecard/score-totals.ts';
import { Contradictions } from '../../electron/service/features/insights/contradictions.ts';
import { KnowledgeGaps } from '../../electron/service/features/insights/knowledge-gaps.ts';
import { QuestionThread } from '../../electron/service/features/insights/question-thread.ts';
import { KnowledgeBase } from '../../electron/service/features/knowledge/knowledge-base.ts';
import { EventPublisher } from '../../electron/service/platform/events/event-publisher.ts';
import { InFlightRequests } from '../../electron/service/platform/http/workspace-scope.ts';
import type { SettingsStore } from '../../electron/service/platform/settings/settings-store.ts';
import { WorkspaceBackupSchedule } from '../../electron/service/workspaces/backups/backup-schedule.ts';
import { Maintenance } from '../../electron/service/workspaces/maintenance/maintenance.ts';
import { databaseFile } from '../../electron/service/platform/db/workspace-databases.ts';
import { appRoutes } from '../../shared/contract/contract.ts';
import type { NewWorkspace } from '../../shared/workspaces/workspaces.ts';
import { changeDatabase } from '../helpers/damage/damage-database.ts';
import { createMemorySettings } from '../helpers/service/memory-settings.ts';
import { startService, type StartedService } from '../helpers/service/start-service.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { createTestKeychain } from '../helpers/service/test-keychain.ts';
import { waitFor } from '../helpers/clock/wait-for.ts';

let folder: TemporaryFolder;
let settings: SettingsStore;
let closed: string[];

beforeEach(async () => {
  folder = await createTemporaryFolder();
  settings = createMemorySettings();
  closed = [];
});
afterEach(async () => {
  vi.restoreAllMocks();
  await folder.remove();
});

const start = (): Promise<StartedService> =>
  startService({
    dataDir: folder.path,
    settings,
    keychain: createTestKeychain(),
    log: { error: () => {} },
  });

/** The parts of a workspace that is not linked, in the order in which they are closed. */
const partsInClosingOrder = [
  'event streams',
  'score totals',
  'requests',
  'backups',
  'maintenance',
  'calls',
  'billing',
  'knowledge gaps',
  'contradictions',
  'question thread',
  'knowledge',
  'API keys',
  'activity',
];

/** Records the parts that are closed from now on. */
function recordClosing(): void {
  recordCalls('event streams', EventPublisher.prototype, 'close');
  recordCalls('score totals', ScoreTotals.prototype, 'close');
  recordCalls('requests', InFlightRequests.prototype, 'drain');
  recordCalls('backups', WorkspaceBackupSchedule.prototype, 'close');
  recordCalls('maintenance', Maintenance.prototype, 'close');
  recordCalls('calls', Calls.prototype, 'close');
  recordCalls('billing', Billing.prototype, 'close');
  recordCalls('knowledge gaps', KnowledgeGaps.prototype, 'close');
  recordCalls('contradictions', Contradictions.prototype, 'close');
  recordCalls('question thread', QuestionThread.prototype, 'close');
  recordCalls('knowledge', KnowledgeBase.prototype, 'close');
  recordCalls('API keys', ApiKeys.prototype, 'flush');
  recordCalls('activity', ChainHeadKeeper.prototype, 'close');
}

function recordCalls<Method extends string>(
  name: string,
  prototype: Record<Method, () => unknown>,
  method: Method,
): void {
  const original = prototype[method];
  prototype[method] = function (this: unknown) {
    closed.push(name);
    return original.call(this);
  };
  onTestFinished(() => void (prototype[method] = original));
}

async function createWorkspace(json: NewWorkspace): Promise<string> {
  const { app, stop } = await start();
  const { workspace_id } = await app(appRoutes.createWorkspace, { json });
  await stop();
  return join(folder.path, 'workspaces', workspace_id);
}

const local: NewWorkspace = { kind: 'local', name: 'Acme', industry: '', email: '' };

/** An open database has a write-ahead log beside it, which is removed when it is closed. */
const hasOpenDatabase = (dir: string) => readdirSync(dir).includes(`${databaseFile}-wal`);

test('a workspace closes its parts in the reverse of the order in which they were opened, each once', async () => {
  const dir = await createWorkspace(local);
  const { stop } = await start();
  expect(hasOpenDatabase(dir)).toBe(true);
  recordClosing();
  await stop();
  expect(closed).toEqual(partsInClosingOrder);
  expect(hasOpenDatabase(dir)).toBe(false);
});

test('a part that fails to open closes those before it, the last one first, and the database', async () => {
  const connection = {
    base_url: 'https://remote.invalid',
    org_id: 'org_1',
    key_header: 'authorization',
    allow_http: false,
    certificate_sha256: null,
    api_key: 'key',
  } as const;
  const dir = await createWorkspace({ kind: 'linked', name: 'Acme', connection });
  changeDatabase(join(dir, databaseFile), 'DELETE FROM connection');
  settings.set('startup', 'workspace_list'); // it is then opened once, in the background
  recordClosing();
  const { app, stop } = await start();
  onTestFinished(stop);
  await waitFor(async () => {
    const { data } = await app(appRoutes.listWorkspaces, {});
    expect(data).toMatchObject([{ error: expect.stringContaining('connection') }]);
  });
  // The link to the remote fails to open. The event streams would be opened after it.
  expect(closed).toEqual(partsInClosingOrder.slice(1));
  expect(hasOpenDatabase(dir)).toBe(false);
});

test('a part that fails to close does not keep the others open', async () => {
  const dir = await createWorkspace(local);
  const { service } = await start();
  recordClosing();
  vi.spyOn(Maintenance.prototype, 'close').mockRejectedValueOnce(new Error('Maintenance failed to close.'));
  await expect(service.close()).rejects.toThrow('Maintenance failed to close.');
  expect(closed).toEqual(partsInClosingOrder.filter((name) => name !== 'maintenance'));
  expect(hasOpenDatabase(dir)).toBe(false);
});
