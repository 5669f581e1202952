import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createRandom, type Random } from '../../../electron/service/platform/seeded-random.ts';
import { appRoutes, v1Routes } from '../../../shared/contract/contract.ts';
import type { ServiceEvent } from '../../../shared/contract/events.ts';
import { copyDemoFolder } from '../../helpers/data/demo-folder.ts';
import { chooseRuns, chooseSeed, isLong } from '../../helpers/processes/fuzz-runs.ts';
import { createMovableClock } from '../../helpers/clock/movable-clock.ts';
import { openEventStream } from '../../helpers/service/subscribe-to-events.ts';
import { signIn } from '../../helpers/browser/sign-in.ts';
import { killDuringStart, startHost } from '../../helpers/service/start-host.ts';
import { createTemporaryFolder } from '../../helpers/service/temporary-folder.ts';
import { checkServed } from './check-served.ts';
import { checkStored } from './check-stored.ts';
import type { Expectations, ExpectedWorkspace } from './expectations.ts';
import { sendRandomRequests } from './random-requests.ts';
import { KilledError, Sender } from './sender.ts';

const kills = chooseRuns({ perCommit: 2, long: 300 });
// The kills of `zr` are when the first chunks of a document are stored, and during a start.
const seed = chooseSeed('zr');

const concurrentRequests = 6;

/** After so many kills, unfinished calls and documents are awaited and all is compared through the API. */
const killsPerCheck = 25;

/** A run is killed at the latest after this time, in which a call can end. */
const maxRunMs = 4_000;

test(
  `kill -9 at random moments loses nothing that was acknowledged (RUNS=${kills} SEED=${seed})`,
  { timeout: 60_000 + kills * 60_000 },
  async () => {
    const folder = await createTemporaryFolder();
    onTestFinished(() => folder.remove());
    const dataDir = join(folder.path, 'data');
    const clock = createMovableClock(join(folder.path, 'clock'));
    const acknowledged: Expectations['acknowledged'] = new Map();
    const counts = new Map<string, number>();
    const count = (name: string, by = 1) => counts.set(name, (counts.get(name) ?? 0) + by);
    let lastNumber = 0;

    const start = async () => {
      const host = await startHost(dataDir, { variables: clock.env });
      onTestFinished(host.kill);
      const sender = new Sender({ origin: host.origin, windowHeaders: await signIn(host.windowUrl), acknowledged });
      const kill = async () => {
        sender.markKilled();
        await host.kill();
        count('responses', sender.responses);
        for (const message of readErrors(host.errors())) count(`logged: ${message}`);
      };
      return { host, sender, kill };
    };

    copyDemoFolder(dataDir, 'recorded');
    const first = await start();
    const demo = await prepareWorkspace(first.sender, dataDir);
    await first.sender.app(appRoutes.createWorkspace, { json: { kind: 'local', name: 'Local' } });
    const workspaces = [demo, await prepareWorkspace(first.sender, dataDir)];
    const expected: Expectations = { workspaces, acknowledged, invoiceChanges: new Map() };
    await first.kill();
    checkStored(expected);

    for (let number = 1; number <= kills; number++) {
      const random = createRandom(`${seed} ${number}`);
      const moment = chooseMoment(random);
      count(`kills ${moment.kind}`);
      if (moment.kind === 'during the start') await killDuringStart(dataDir, moment.afterMs, clock.env);
      else {
        const { sender, kill } = await start();
        const { workspace } = await sender.app(appRoutes.getSession, {});
        const open = workspaces.find(({ id }) => id === workspace?.workspace_id) ?? demo;
        const nextNumber = () => ++lastNumber;
        const run = { sender, clock, expected, nextNumber, open, placedCalls: 0, repeatsInFlight: 0 };
        const reached = waitForMoment(moment, sender);
        const senders = Array.from({ length: concurrentRequests }, (_, at) =>
          sendRandomRequests(run, random.split(`sender ${at}`)),
        );
        await Promise.race([reached, delay(maxRunMs), ...senders]);
        await kill();
        for (const result of await Promise.allSettled(senders))
          if (result.status === 'rejected' && !(result.reason instanceof KilledError)) throw result.reason;
      }
      checkStored(expected);
      if (number % killsPerCheck !== 0 && number !== kills) continue;
      const { host, sender, kill } = await start();
      for (const workspace of workspaces) await checkServed(sender, workspace);
      const isLast = number === kills;
      if (isLast) expect(await host.stop()).toBe(0);
      else await kill();
      checkStored(expected, { wasKilled: !isLast });
    }
    if (isLong) console.log({ seed, kills, ...Object.fromEntries(counts), acknowledgedWrites: acknowledged.size });
  },
);

type Moment =
  | { readonly kind: 'during the start' | 'after a time'; readonly afterMs: number }
  | { readonly kind: 'at a response'; readonly count: number }
  | { readonly kind: 'at an event'; readonly isMatch: (event: ServiceEvent) => boolean; readonly count: number };

/** Events are sent when a transaction is committed, and before the work that follows it. */
const killingEvents: readonly ((event: ServiceEvent) => boolean)[] = [
  (event) => event.type === 'document.progress' && event.progress.chunks > 0,
  (event) => event.type === 'document.changed' && event.status === 'active',
  ({ type }) => type === 'document.deleted',
  ({ type }) => type === 'call.turn_added',
  (event) => event.type === 'call.changed' && event.status === 'completed',
  ({ type }) => type === 'usage.changed',
  ({ type }) => type === 'activity.changed',
  ({ type }) => type === 'workspaces.changed',
];

function chooseMoment(random: Random): Moment {
  const number = random.next();
  if (number < 0.1) return { kind: 'during the start', afterMs: random.between(0, 900) };
  if (number < 0.25) return { kind: 'at a response', count: Math.ceil(random.between(1, 40)) };
  if (number < 0.6) {
    return { kind: 'at an event', isMatch: random.pick(killingEvents), count: Math.ceil(random.between(0, 3)) };
  }
  return { kind: 'after a time', afterMs: random.between(0, 800) };
}

async function waitForMoment(moment: Moment, sender: Sender): Promise<unknown> {
  if (moment.kind === 'at a response') return sender.waitForResponses(moment.count);
  if (moment.kind !== 'at an event') return delay(moment.afterMs);
  const events = openEventStream(await sender.app(appRoutes.streamAppEvents, {}));
  let left = moment.count;
  return events.waitFor((event) => moment.isMatch(event) && --left === 0);
}

/** Creates an API key in the open workspace. */
async function prepareWorkspace(sender: Sender, dataDir: string): Promise<ExpectedWorkspace> {
  const { workspace } = await sender.app(appRoutes.getSession, {});
  const id = workspace?.workspace_id ?? '';
  const { secret } = await sender.v1(v1Routes.createApiKey, { json: { name: 'Test', role: 'admin' } });
  const { data } = await sender.v1(v1Routes.listAgents, {});
  return {
    id,
    dir: join(dataDir, 'workspaces', id),
    secret: secret ?? '',
    agentId: data[0]?.agent_id ?? '',
    items: [],
    snapshotIds: [],
    endedCalls: new Map(),
    names: [workspace?.name ?? ''],
  };
}

/** Returns the errors in the log, without a line that the kill cut off. */
function readErrors(log: string): readonly string[] {
  type Entry = { readonly msg: string; readonly path?: string; readonly err?: { readonly message: string } };
  return log
    .split('\n')
    .filter((line) => line.includes('"level":50') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as Entry)
    .map(({ msg, path, err }) => [msg, path, err?.message].filter(Boolean).join(' '));
}
