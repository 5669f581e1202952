import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import type { Random } from '../../../electron/service/platform/seeded-random.ts';
import { databaseFile } from '../../../electron/service/platform/db/workspace-databases.ts';
import { v1Routes } from '../../../shared/contract/contract.ts';
import { Problem } from '../../../shared/contract/problems.ts';
import type { OutboxItem } from '../../../shared/workspaces/sync.ts';
import type { LinkedProcess } from './linked-process.ts';

/** Something that the user wants the remote to do. Its name is unique, so that the remote can be searched for it. */
export type Intent = {
  readonly kind: 'upload' | 'call' | 'request';
  readonly name: string;
  /** `sent`: the process was killed before it answered, so it may have stored the intent or not. */
  state: 'sent' | 'acknowledged';
  /** The local ID. */
  id: string | null;
  deletion: 'none' | 'sent' | 'acknowledged';
};

/** Makes a random intent, or deletes a document of an earlier one. Rejects if the process is killed. */
export async function makeRandomIntent(
  { v1 }: LinkedProcess,
  random: Random,
  { intents, nextNumber, agentId }: { intents: Intent[]; nextNumber: () => number; agentId: string },
): Promise<void> {
  const deletable = intents.filter(
    ({ kind, state, deletion }) => kind === 'upload' && state === 'acknowledged' && deletion === 'none',
  );
  const deleted = random.next() < 0.25 && deletable.length > 0 ? random.pick(deletable) : undefined;
  if (deleted) {
    deleted.deletion = 'sent';
    try {
      await v1(v1Routes.deleteDocument, { params: { document_id: deleted.id ?? '' } });
      deleted.deletion = 'acknowledged';
    } catch (error) {
      // It is refused as long as it is not known whether the remote has the document.
      if (!(error instanceof Problem && error.status === 409)) throw error;
      deleted.deletion = 'none';
    }
    return;
  }
  const number = String(nextNumber()).padStart(4, '0');
  const kind = random.pick(['upload', 'call', 'request'] as const);
  const name = kind === 'call' ? `+1415557${number}` : `${kind} ${number}`;
  const intent: Intent = { kind, name, state: 'sent', id: null, deletion: 'none' };
  intents.push(intent);
  intent.id = await send(v1, intent, agentId);
  intent.state = 'acknowledged';
}

async function send(v1: LinkedProcess['v1'], { kind, name }: Intent, agentId: string): Promise<string> {
  switch (kind) {
    case 'upload': {
      const file = new File([`The ${name} costs four pounds on the ferry. `.repeat(20)], `${name}.txt`);
      return (await v1(v1Routes.uploadDocument, { form: { title: name, file } })).document_id;
    }
    case 'call':
      return (await v1(v1Routes.placeCall, { json: { agent_id: agentId, recipient_number: name } })).call_id;
    case 'request':
      return (await v1(v1Routes.submitAgentRequest, { json: { name, objective: 'Remind passengers.' } })).request_id;
  }
}

/** The IDs of the remote's documents, calls and build requests, by their names. */
export type RemoteItems = ReadonlyMap<string, readonly string[]>;

/** Reads them from the remote's database. */
export function readRemoteItems(remoteDir: string): RemoteItems {
  const [workspace = ''] = readdirSync(join(remoteDir, 'workspaces')).filter((name) => name.startsWith('wsp_'));
  const db = new DatabaseSync(join(remoteDir, 'workspaces', workspace, databaseFile), { readOnly: true });
  try {
    const rows = db
      .prepare(
        `SELECT title AS name, document_id AS id FROM document WHERE status <> 'deleting'
         UNION ALL SELECT recipient_number, call_id FROM call UNION ALL SELECT name, request_id FROM agent_request`,
      )
      .all() as { readonly name: string; readonly id: string }[]; // the columns of the statement
    const items = new Map<string, string[]>();
    for (const { name, id } of rows) items.set(name, [...(items.get(name) ?? []), id]);
    return items;
  } finally {
    db.close();
  }
}

/** No intent has been carried out twice. */
export function checkNothingTwice(intents: readonly Intent[], remote: RemoteItems): void {
  for (const { name } of intents) expect((remote.get(name) ?? []).length, `${name} on the remote`).toBeLessThan(2);
}

/** Each intent that was acknowledged has been carried out once, or is still in the outbox. */
export function checkNothingLost(intents: readonly Intent[], remote: RemoteItems, open: readonly OutboxItem[]): void {
  for (const { name, state, deletion, id } of intents) {
    if (state !== 'acknowledged' || open.some(({ subject_id }) => subject_id === id)) continue;
    if (deletion !== 'sent') expect(remote.get(name) ?? [], name).toHaveLength(deletion === 'acknowledged' ? 0 : 1);
  }
}
