import { expect, onTestFinished, test } from 'vitest';
import { createRandom, type Random } from '../../electron/service/platform/seeded-random.ts';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import type { OutboxItem } from '../../shared/workspaces/sync.ts';
import { chooseRuns, chooseSeed } from '../helpers/processes/fuzz-runs.ts';
import { startLinkedWorkspace, type LinkedWorkspace } from '../helpers/remote/start-linked-workspace.ts';
import { startStrictRemote, type Fault, type RecordedRequest } from '../helpers/remote/strict-remote.ts';
import { upload } from '../helpers/service/upload.ts';
import { isClearFate, otherStatusFates, statusFates, toStatus } from '../outbox/fake-remote.ts';

/** Of each of the two remotes. */
const replies = chooseRuns({ perCommit: 20, long: 500 });
const seed = chooseSeed('lost-replies');

const operations = ['placeCall', 'uploadDocument', 'submitAgentRequest'] as const;

type Operation = (typeof operations)[number];

const makers: Readonly<Record<Operation, (linked: LinkedWorkspace, label: string) => Promise<unknown>>> = {
  placeCall: ({ app }, label) =>
    app(appRoutes.placeRemoteCall, { json: { remote_agent_id: 'agt_remote', recipient_number: label } }),
  uploadDocument: ({ v1 }, label) => upload(v1, label, `${label} is open from nine to five.`),
  submitAgentRequest: ({ v1 }, label) =>
    v1(v1Routes.submitAgentRequest, { json: { name: label, objective: 'Remind passengers.' } }),
};

/** Replies that do not show whether the remote has made the change, and the one after which it is sent again (429). */
const lostReplies: readonly Fault[] = [
  { drop: 'before' },
  { drop: 'after' },
  ...[...statusFates, ...otherStatusFates.filter((fate) => !isClearFate(fate))].map((fate): Fault => {
    const status = toStatus(fate) ?? 0;
    return fate.endsWith('_after') ? { statusAfter: status } : { status };
  }),
];

const isExecuted = ({ status, drop }: Fault) => status === undefined && drop !== 'before';

const readLabel = ({ json, upload: file }: RecordedRequest): string => {
  const { recipient_number, name } = (json ?? {}) as Readonly<Record<string, string>>; // as the service sends it
  return recipient_number ?? name ?? file?.fields['title'] ?? '';
};

test.each([
  ['with Idempotency-Key', true],
  ['without Idempotency-Key', false],
] as const)(
  `a remote %s makes each change once, whatever replies are lost (RUNS=${replies} SEED=${seed})`,
  { timeout: 60_000 + replies * 2_000 },
  async (_, honoursIdempotency) => {
    const random = createRandom(`${seed} ${honoursIdempotency}`);
    const remote = await startStrictRemote({ honoursIdempotency });
    onTestFinished(remote.close);
    const address = { baseUrl: remote.baseUrl, orgId: remote.orgId, apiKey: remote.keys.admin };
    const linked = await startLinkedWorkspace(address, { idempotency: honoursIdempotency });
    onTestFinished(linked.stop);
    const pickReply = random.createPicker(lostReplies);
    /** How often the remote has made each change. */
    const made = new Map<string, number>();
    const lost: Fault[] = [];
    for (const operation of operations)
      remote.setFault(operation, (request) => {
        const fault = lost.length < replies && random.chance(0.7) ? pickReply() : {};
        if (Object.keys(fault).length > 0) lost.push(fault);
        const label = readLabel(request);
        const count = made.get(label) ?? 0;
        if (isExecuted(fault) && !(honoursIdempotency && count > 0)) made.set(label, count + 1);
        return fault;
      });

    const expected = new Map<string, number>();
    while (lost.length < replies) {
      const changes = Array.from({ length: Math.ceil(random.between(0, 6)) }, () => random.pick(operations));
      for (const operation of changes) {
        const label = operation === 'placeCall' ? `+1415${5_550_000 + expected.size}` : `Change ${expected.size}`;
        expected.set(label, 1);
        await makers[operation](linked, label);
      }
      await settle(linked, random, { made, expected });
      expect(Object.fromEntries(made)).toEqual(Object.fromEntries([...expected].filter(([, count]) => count > 0)));
    }
    const { calls, documents, agentRequests } = remote.state;
    expect(calls.size + documents.size + agentRequests.size).toBe(made.size);
  },
);

type Outcomes = { readonly made: ReadonlyMap<string, number>; readonly expected: Map<string, number> };

/** Sends what waits, and decides what is asked as a user does who can look at the remote. */
async function settle(linked: LinkedWorkspace, random: Random, outcomes: Outcomes): Promise<void> {
  for (;;) {
    const items = (await linked.app(appRoutes.listOutboxItems, {})).data;
    for (const item of items)
      if (item.state === 'unknown') await decide(linked, random, item, outcomes);
      else expect(['queued', 'in_flight'], `${item.label}: ${item.reason}`).toContain(item.state);
    const { waiting, needs_you } = await linked.sync();
    if (waiting === 0 && needs_you === 0) return;
  }
}

async function decide(
  { app }: LinkedWorkspace,
  random: Random,
  item: OutboxItem,
  { made, expected }: Outcomes,
): Promise<void> {
  const { item_id, label } = item;
  const params = { item_id };
  if (made.has(label)) await app(appRoutes.completeOutboxItem, { params, json: {} });
  else if (random.chance(0.3)) {
    expected.set(label, 0);
    await app(appRoutes.cancelOutboxItem, { params });
  } else await app(appRoutes.sendOutboxItem, { params });
}
