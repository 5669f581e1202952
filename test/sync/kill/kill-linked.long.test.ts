import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createRandom, type Random } from '../../../electron/service/platform/seeded-random.ts';
import { appRoutes, v1Routes } from '../../../shared/contract/contract.ts';
import { decisionStates, type OutboxItem, type SyncStatus } from '../../../shared/workspaces/sync.ts';
import { copyDemoFolder } from '../../helpers/data/demo-folder.ts';
import type { ConnectionFault } from '../../helpers/remote/fault-proxy.ts';
import { chooseRuns, chooseSeed, isLong } from '../../helpers/processes/fuzz-runs.ts';
import { killDuringStart } from '../../helpers/service/start-host.ts';
import { startRemoteServer, type GatewayFault, type RemoteServer } from '../../helpers/remote/start-remote-server.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../helpers/service/temporary-folder.ts';
import { statusFates, toStatus } from '../../outbox/fake-remote.ts';
import { checkNothingLost, checkNothingTwice, readRemoteItems, makeRandomIntent, type Intent } from './intents.ts';
import { getKeychainVariables, startLinkedProcess, type LinkedProcess } from './linked-process.ts';

const kills = chooseRuns({ perCommit: 3, long: 60 });
const seed = chooseSeed('kill-linked');

const concurrentUsers = 3;

/** After so many kills, the network works, and everything is sent or decided. */
const killsPerCheck = 10;

/** A deletion that the remote has made without its response is pending until the document is a minute old. */
const drainTimeoutMs = 600_000;

/** The demo’s calls are fetched for the first time. */
const waitTimeoutMs = 300_000;

let folder: TemporaryFolder;
let remote: RemoteServer;
let remoteDir: string;

beforeAll(async () => {
  folder = await createTemporaryFolder();
  remoteDir = join(folder.path, 'remote');
  copyDemoFolder(remoteDir, 'recorded');
  remote = await startRemoteServer(remoteDir);
});
afterAll(async () => {
  await remote?.stop();
  await folder?.remove();
});

let lastNumber = 0;
const nextNumber = () => ++lastNumber;

test.each([
  ['that is known to honour Idempotency-Key', true],
  ['about which nothing is known', false],
] as const)(
  `kill -9 at random moments, with a broken network to a remote %s, loses and repeats nothing (RUNS=${kills} SEED=${seed})`,
  { timeout: 90_000 + kills * 60_000 },
  async (_, isDescribed) => {
    const dir = join(folder.path, isDescribed ? 'described' : 'unknown');
    const dataDir = join(dir, 'data');
    const variables = getKeychainVariables(join(folder.path, `keychain-${isDescribed}`));
    const intents: Intent[] = [];
    const start = async () => {
      const started = await startLinkedProcess(dataDir, variables);
      onTestFinished(started.kill);
      return started;
    };
    remote.setDescribed(isDescribed);
    remote.proxy.setFault(null);
    remote.setGatewayFault(null);
    const first = await start();
    await first.app(appRoutes.createWorkspace, {
      json: { kind: 'linked', name: 'Northwind at work', connection: remote.connection },
    });
    await waitForStatus(first, ({ state }) => state === 'up_to_date');
    const { connection } = await first.app(appRoutes.getConnection, {});
    expect(connection?.capabilities.idempotency).toBe(isDescribed);
    const agentId = (await first.v1(v1Routes.listAgents, {})).data[0]?.agent_id ?? '';
    await first.kill();

    for (let number = 1; number <= kills; number++) {
      const random = createRandom(`${seed} ${isDescribed} ${number}`);
      remote.proxy.setFault(createFaults(random.split('network')));
      remote.setGatewayFault(createGatewayFaults(random.split('gateway')));
      // The first process is always used, so that one kill tests something.
      if (number > 1 && random.next() < 0.15) await killDuringStart(dataDir, random.between(0, 900), variables);
      else {
        const started = await start();
        const users = Array.from({ length: concurrentUsers }, (__, at) =>
          useUntilKilled(started, random.split(`user ${at}`), { intents, nextNumber, agentId }),
        );
        await Promise.race([delay(random.between(50, 1_500)), ...users]);
        await started.kill();
        await Promise.all(users);
      }
      remote.proxy.cut();
      checkNothingTwice(intents, readRemoteItems(remoteDir));
      if (number % killsPerCheck !== 0 && number !== kills) continue;
      remote.proxy.setFault(null);
      remote.setGatewayFault(null);
      const last = await start();
      await drain(last, intents);
      if (number === kills)
        expect({ exitCode: await last.stop(), errors: last.errors() }).toMatchObject({ exitCode: 0 });
      else await last.kill();
    }
    if (isLong) console.log({ seed, isDescribed, kills, intents: intents.length });
  },
);

/** Makes intents one after the other. Resolves when the process is killed. */
async function useUntilKilled(
  started: LinkedProcess,
  random: Random,
  options: Parameters<typeof makeRandomIntent>[2],
): Promise<void> {
  for (;;) {
    try {
      await makeRandomIntent(started, random, options);
      await checkStatus(started);
    } catch (error) {
      if (error instanceof TypeError) return; // the connection broke
      throw error;
    }
    await delay(random.between(0, 200));
  }
}

/** A user who reads that everything is up to date finds nothing that waits. */
async function checkStatus({ app }: LinkedProcess): Promise<void> {
  const read = async () => (await app(appRoutes.getSyncStatus, {})).status;
  const before = await read();
  if (before?.state !== 'up_to_date') return;
  const { data } = await app(appRoutes.listOutboxItems, {});
  const after = await read();
  if (after?.state === 'up_to_date' && after.since === before.since) expect(data).toEqual([]);
}

/** Breaks about half of the connections, before or after the remote has the request, or in the middle. */
function createFaults(random: Random): () => ConnectionFault | undefined {
  return () => {
    const kind = random.next();
    if (kind < 0.15) return { reset: true };
    if (kind < 0.3) return { cutToServerAfter: Math.floor(random.between(1, 3_000)) };
    if (kind < 0.45) return { cutToClientAfter: Math.floor(random.between(1, 3_000)) };
    if (kind < 0.6) return { delayMs: random.between(1, 100) };
    return undefined;
  };
}

/** Replaces a fifth of the responses by an error status, before or after the remote has the request. */
function createGatewayFaults(random: Random): () => GatewayFault | undefined {
  return () => {
    if (random.next() >= 0.2) return undefined;
    const fate = random.pick(statusFates);
    return { status: toStatus(fate) ?? 0, isForwarded: fate.endsWith('_after') };
  };
}

/** Decides what the outbox asks, as a user does who can look at the remote, until everything is up to date. */
async function drain(started: LinkedProcess, intents: readonly Intent[]): Promise<void> {
  const { app } = started;
  const endsAt = Date.now() + drainTimeoutMs;
  for (;;) {
    const { data } = await app(appRoutes.listOutboxItems, {});
    checkNothingLost(intents, readRemoteItems(remoteDir), data);
    const undecided = data.filter(({ state }) => decisionStates.some((one) => one === state));
    for (const item of undecided) await decide(started, item);
    const { status } = await app(appRoutes.getSyncStatus, {});
    if (status?.state === 'up_to_date') break;
    if (Date.now() > endsAt) throw new Error(`Not drained: ${JSON.stringify({ status, data })}`);
    // A sync that is requested again and again does not end on a busy machine, and would hide a change that is not sent by itself.
    if (undecided.length === 0 && status?.state !== 'syncing') await app(appRoutes.syncNow, {});
    await delay(200);
  }
  expect((await app(appRoutes.listOutboxItems, {})).data).toEqual([]);
  const items = readRemoteItems(remoteDir);
  checkNothingTwice(intents, items);
  checkNothingLost(intents, items, []);
  const { violation, gaps } = await started.v1(v1Routes.verifyActivity, {});
  expect({ violation, gaps }).toEqual({ violation: null, gaps: [] });
}

async function decide({ app }: LinkedProcess, { item_id, kind, state, label, reason }: OutboxItem): Promise<void> {
  expect(state, `${kind} ${label}: ${reason}`).not.toBe('rejected');
  const params = { item_id };
  const [remoteId] = state === 'unknown' ? (readRemoteItems(remoteDir).get(label) ?? []) : [];
  if (remoteId !== undefined) await app(appRoutes.completeOutboxItem, { params, json: { remote_id: remoteId } });
  else await app(appRoutes.sendOutboxItem, { params });
}

async function waitForStatus({ app }: LinkedProcess, isMatch: (status: SyncStatus) => boolean): Promise<void> {
  await expect
    .poll(
      async () => {
        const { status } = await app(appRoutes.getSyncStatus, {});
        return status !== null && isMatch(status) ? 'matches' : status;
      },
      { timeout: waitTimeoutMs, interval: 100 },
    )
    .toBe('matches');
}
