import assert from 'node:assert/strict';
import { Document, Packer, Paragraph } from 'docx';
import type { Random } from '../../../electron/service/platform/seeded-random.ts';
import type { Client } from '../../../shared/contract/client.ts';
import { appRoutes, v1Routes } from '../../../shared/contract/contract.ts';
import { dayMs } from '../../../shared/text/duration.ts';
import { Problem } from '../../../shared/contract/problems.ts';
import { makeSmallPdf } from '../../fixtures/sample-files.ts';
import type { MovableClock } from '../../helpers/clock/movable-clock.ts';
import {
  isKept,
  listItems,
  type ExpectedWorkspace,
  type Expectations,
  type Item,
  type ItemKind,
  type KeptItem,
} from './expectations.ts';
import type { Sender } from './sender.ts';

/** Shorter than an Idempotency-Key is kept. */
const maxRepeatMs = dayMs / 2;

/** Calls need the processor for most of a second each. */
const maxCallsPerRun = 6;

/** What the senders of one run of the process share. */
export type Run = {
  readonly sender: Sender;
  readonly clock: MovableClock;
  readonly expected: Expectations;
  /** Counts all items of the test. */
  readonly nextNumber: () => number;
  /** The workspace that is open, as far as the senders know. */
  open: ExpectedWorkspace;
  placedCalls: number;
  /** The clock must not move while requests with equal keys are in flight. */
  repeatsInFlight: number;
};

type Work = { readonly run: Run; readonly random: Random };

/** Sends random requests, one after the other. Rejects when the process is killed. */
export async function sendRandomRequests(run: Run, random: Random): Promise<never> {
  const { sender, expected } = run;
  for (;;) {
    // Sometimes to the workspace that is not open, whose key is then refused.
    const workspace = random.chance(0.95) ? run.open : random.pick(expected.workspaces);
    const operation = random.pick(operationDeck);
    await operation({ run, random }, workspace, sender.withKey(workspace.secret)).catch(ignoreRefusal);
  }
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Problem)) throw error;
}

type Operation = (work: Work, workspace: ExpectedWorkspace, v1: Client) => Promise<unknown>;

const operations: readonly (readonly [weight: number, operation: Operation])[] = [
  [8, uploadDocument],
  [2, uploadCopy],
  [5, deleteDocument],
  [1, retryDocument],
  [10, placeCall],
  [2, practice],
  [3, cancelCall],
  [4, addNote],
  [2, deleteNote],
  [2, createKey],
  [2, revokeKey],
  [1, rotateKey],
  [3, submitRequest],
  [4, advanceRequest],
  [3, addNumber],
  [1, removeNumber],
  [1, callListedNumber],
  [4, changeInvoice],
  [5, (_, __, v1) => v1(v1Routes.getUsage, {})], // closes ended cycles
  [1, ({ run }) => run.sender.app(appRoutes.confirmEndedCycles, {})],
  [2, (_, __, v1) => v1(v1Routes.searchKnowledge, { json: { query: 'Which guard keeps the key?' } })],
  [3, repeatCreation],
  [1, rename],
  [1, createSnapshot],
  [3, switchWorkspace],
  [3, moveClock],
];

const operationDeck = operations.flatMap(([weight, operation]) => Array.from({ length: weight }, () => operation));

async function uploadDocument(work: Work, workspace: ExpectedWorkspace) {
  const number = work.run.nextNumber();
  const marker = `zqm${String(number).padStart(7, '0')}`;
  const sentences = Array.from(
    { length: work.random.pick([1, 5, 5, 80]) },
    (_, at) => `Locker ${number + at} of ${marker} belongs to crew ${at % 31}, and guard ${at} keeps its key.`,
  );
  await upload(work, workspace, { marker, file: await makeFile(work.random, sentences.join(' ')) });
}

/** Documents with the same content share a file. */
async function uploadCopy(work: Work, workspace: ExpectedWorkspace) {
  const originals = listItems(workspace, 'document').slice(-5);
  const { document } = originals.length > 0 ? work.random.pick(originals) : {};
  if (document) await upload(work, workspace, document);
}

function upload(work: Work, workspace: ExpectedWorkspace, document: NonNullable<Item['document']>) {
  const create: Item['create'] = async (sender, { name }) => {
    const form = { title: name, file: document.file };
    const headers = { 'Idempotency-Key': name };
    return (await sender.withKey(workspace.secret)(v1Routes.uploadDocument, { form, headers })).document_id;
  };
  return createItem(work, workspace, { kind: 'document', name: `Document ${work.run.nextNumber()}`, create, document });
}

async function makeFile(random: Random, text: string): Promise<File> {
  switch (random.pick(['txt', 'txt', 'txt', 'pdf', 'docx', 'unreadable'] as const)) {
    case 'txt':
      return new File([text], 'document.txt');
    case 'pdf':
      return new File([new Uint8Array(await makeSmallPdf(text))], 'document.pdf');
    case 'docx': {
      const bytes = await Packer.toBuffer(new Document({ sections: [{ children: [new Paragraph(text)] }] }));
      return new File([new Uint8Array(bytes)], 'document.docx');
    }
    case 'unreadable':
      return new File([`%PDF-1.7\n${text}`], 'unreadable.pdf');
  }
}

function deleteDocument(work: Work, workspace: ExpectedWorkspace, v1: Client) {
  return end(work, workspace, ['document'], async (item) => {
    await v1(v1Routes.deleteDocument, { params: { document_id: item.id } });
    item.isErased = true;
  });
}

async function retryDocument({ random }: Work, workspace: ExpectedWorkspace, v1: Client) {
  const kept = listItems(workspace, 'document').filter(isKept);
  if (kept.length > 0) await v1(v1Routes.retryDocument, { params: { document_id: random.pick(kept).id } });
}

async function placeCall(work: Work, workspace: ExpectedWorkspace) {
  if (work.run.placedCalls++ >= maxCallsPerRun) return;
  const create: Item['create'] = async (sender, { name }) => {
    const json = { agent_id: workspace.agentId, recipient_number: name, metadata: { first_name: 'Ada' } };
    const headers = { 'Idempotency-Key': name };
    return (await sender.withKey(workspace.secret)(v1Routes.placeCall, { json, headers })).call_id;
  };
  await createItem(work, workspace, { kind: 'call', name: createPhoneNumber(work), create });
}

/** A practice call stays live until the user hangs up. */
async function practice(work: Work, workspace: ExpectedWorkspace) {
  if (work.run.placedCalls++ >= maxCallsPerRun) return;
  const create: Item['create'] = async ({ app }, { name }) => {
    const json = { agent_id: workspace.agentId, recipient_number: name, mode: 'practice' as const };
    return (await app(appRoutes.placeSimulatedCall, { json, headers: { 'Idempotency-Key': name } })).call_id;
  };
  const { id } = await createItem(work, workspace, { kind: 'practice', name: createPhoneNumber(work), create });
  if (id !== null) await work.run.sender.app(appRoutes.hangUp, { params: { call_id: id } });
}

const createPhoneNumber = ({ run }: Work) => `+1777${String(run.nextNumber()).padStart(7, '0')}`;

function cancelCall(work: Work, workspace: ExpectedWorkspace, v1: Client) {
  return end(work, workspace, ['call', 'practice'], ({ id }) => v1(v1Routes.cancelCall, { params: { call_id: id } }));
}

async function addNote(work: Work, workspace: ExpectedWorkspace) {
  const calls = listItems(workspace, 'call', 'practice').filter(isKept);
  if (calls.length === 0) return;
  const callId = work.random.pick(calls).id;
  const create: Item['create'] = async ({ v1 }, { name }) => {
    const request = { params: { call_id: callId }, json: { at_seconds: 1, text: name } };
    return (await v1(v1Routes.createNote, { ...request, headers: { 'Idempotency-Key': name } })).note_id;
  };
  await createItem(work, workspace, { kind: 'note', name: `Note ${work.run.nextNumber()}`, create, callId });
}

function deleteNote(work: Work, workspace: ExpectedWorkspace) {
  return end(work, workspace, ['note'], ({ id, callId = '' }) =>
    work.run.sender.v1(v1Routes.deleteNote, { params: { call_id: callId, note_id: id } }),
  );
}

function createKey(work: Work, workspace: ExpectedWorkspace) {
  const create: Item['create'] = async (sender, item) => {
    const request = { json: { name: item.name, role: 'viewer' as const }, headers: { 'Idempotency-Key': item.name } };
    const { key_id, secret } = await sender.withKey(workspace.secret)(v1Routes.createApiKey, request);
    item.secret ??= secret;
    return key_id;
  };
  return createItem(work, workspace, { kind: 'key', name: `Key ${work.run.nextNumber()}`, create, secret: null });
}

function revokeKey(work: Work, workspace: ExpectedWorkspace, v1: Client) {
  return end(work, workspace, ['key'], ({ id }) => v1(v1Routes.revokeApiKey, { params: { key_id: id } }));
}

function rotateKey(work: Work, workspace: ExpectedWorkspace, v1: Client) {
  return change(work, workspace, ['key'], async (item) => {
    item.secret = null;
    item.secret = (await v1(v1Routes.rotateApiKey, { params: { key_id: item.id } })).secret;
  });
}

function submitRequest(work: Work, workspace: ExpectedWorkspace) {
  const create: Item['create'] = async (sender, { name }) => {
    const request = { json: { name, objective: 'Remind customers' }, headers: { 'Idempotency-Key': name } };
    return (await sender.withKey(workspace.secret)(v1Routes.submitAgentRequest, request)).request_id;
  };
  const name = `Request ${work.run.nextNumber()}`;
  return createItem(work, workspace, { kind: 'request', name, create, status: 'pending_review' });
}

/** Moves a build request to its next status. */
function advanceRequest(work: Work, workspace: ExpectedWorkspace) {
  const { app } = work.run.sender;
  return change(work, workspace, ['request'], async (item) => {
    const params = { request_id: item.id };
    if (item.status === 'uat') {
      item.end = 'sent';
      const json = { name: item.name, objective: 'Remind customers', greeting: 'Hello', voice: 'slt' as const };
      await app(appRoutes.deliverAgentRequest, { params, json });
      item.end = 'acknowledged';
      return;
    }
    const to = item.status === 'in_development' ? 'uat' : 'in_development';
    await app(appRoutes.moveAgentRequest, { params, json: { to } });
    item.status = to;
  });
}

/** The number of a new customer, or of one who may be called at this moment. */
async function addNumber(work: Work, workspace: ExpectedWorkspace) {
  const latestCall = listItems(workspace, 'call').at(-1);
  const isCalled = latestCall !== undefined && work.random.chance(0.3);
  const name = isCalled ? latestCall.name : createPhoneNumber(work);
  if (listItems(workspace, 'number').some((item) => item.name === name)) return;
  if (isCalled) latestCall.isListed = true;
  const create: Item['create'] = async (sender) => {
    const request = { json: { recipient_number: name }, headers: { 'Idempotency-Key': name } };
    return (await sender.withKey(workspace.secret)(v1Routes.addDoNotCallEntry, request)).entry_id;
  };
  // A call can also add its number.
  await createItem(work, workspace, { kind: 'number', name, create, isBusy: isCalled });
}

function removeNumber(work: Work, workspace: ExpectedWorkspace, v1: Client) {
  return end(work, workspace, ['number'], ({ id }) => v1(v1Routes.removeDoNotCallEntry, { params: { entry_id: id } }));
}

async function callListedNumber({ random }: Work, workspace: ExpectedWorkspace, v1: Client) {
  const listed = listItems(workspace, 'number').filter(isKept);
  if (listed.length === 0) return;
  const item: Item = random.pick(listed);
  await v1(v1Routes.placeCall, { json: { agent_id: workspace.agentId, recipient_number: item.name } });
  assert.notEqual(item.end, 'none', `${item.name} was called although it is on the do-not-call list`);
}

/** Marks an invoice as paid, voids it, or credits it. */
async function changeInvoice({ run: { sender, expected }, random }: Work, _: ExpectedWorkspace, v1: Client) {
  const { data } = await sender.app(appRoutes.listInvoiceRecords, {});
  const unreversed = data.filter(
    ({ amount_due_usd, line_items }) => amount_due_usd > 0 && line_items?.reversed_at === null,
  );
  if (unreversed.length === 0) return;
  const { invoice_id, status } = unreversed.find((invoice) => invoice.status === 'open') ?? random.pick(unreversed);
  const params = { invoice_id };
  if (status === 'paid') {
    if (random.chance(0.9)) return;
    await v1(v1Routes.creditInvoice, { params });
    expected.invoiceChanges.set(invoice_id, 'credited');
  } else if (random.chance(0.8)) {
    await sender.app(appRoutes.markInvoicePaid, { params });
    if (!expected.invoiceChanges.has(invoice_id)) expected.invoiceChanges.set(invoice_id, 'paid');
  } else {
    await v1(v1Routes.voidInvoice, { params });
    expected.invoiceChanges.set(invoice_id, 'void');
  }
}

/** Sends a creation again with its Idempotency-Key, whether its first response arrived or not. */
async function repeatCreation(work: Work, workspace: ExpectedWorkspace) {
  const repeatable = workspace.items.filter(
    ({ creation, createdAtMs }) => creation !== 'refused' && work.run.clock.now() - createdAtMs < maxRepeatMs,
  );
  if (repeatable.length === 0) return;
  const item = work.random.pick(repeatable);
  item.isRepeated = true;
  await sendRepeated(work, () => sendCreation(work.run.sender, item));
}

async function rename(work: Work, workspace: ExpectedWorkspace) {
  if (workspace.names.length > 1) return; // another change of the name is in flight
  const name = `Workspace ${work.run.nextNumber()}`;
  workspace.names = [...workspace.names, name];
  await work.run.sender.app(appRoutes.renameWorkspace, { params: { workspace_id: workspace.id }, json: { name } });
  workspace.names = [name];
}

async function createSnapshot({ run: { sender } }: Work, workspace: ExpectedWorkspace) {
  const params = { workspace_id: workspace.id };
  workspace.snapshotIds.push((await sender.app(appRoutes.createSnapshot, { params })).snapshot_id);
}

async function switchWorkspace(work: Work) {
  const next = work.random.pick(work.run.expected.workspaces);
  await work.run.sender.app(appRoutes.openWorkspace, { params: { workspace_id: next.id } });
  work.run.open = next;
}

async function moveClock({ run: { repeatsInFlight, clock }, random }: Work) {
  if (repeatsInFlight === 0) clock.advance(Math.round(random.between(2, 12) * dayMs));
}

type NewItem = Omit<Item, 'creation' | 'id' | 'end' | 'createdAtMs'>;

/** Sends the request once, or twice at the same time. */
async function createItem(work: Work, workspace: ExpectedWorkspace, newItem: NewItem): Promise<Item> {
  const item: Item = { ...newItem, createdAtMs: work.run.clock.now(), creation: 'sent', id: null, end: 'none' };
  workspace.items.push(item);
  const send = () => sendCreation(work.run.sender, item);
  if (work.random.chance(0.2))
    await sendRepeated(work, async () => {
      const refused = await Promise.allSettled([send(), send()]);
      for (const result of refused) if (result.status === 'rejected') ignoreRefusal(result.reason);
    });
  else
    await send().catch((error: unknown) => {
      // If it was repeated, the repetition can be the request that creates it.
      if (error instanceof Problem && !item.isRepeated) {
        item.creation = 'refused';
        item.refusal = error.code;
      }
      throw error;
    });
  return item;
}

async function sendRepeated(work: Work, send: () => Promise<unknown>): Promise<void> {
  work.run.repeatsInFlight += 1;
  try {
    await send();
  } finally {
    work.run.repeatsInFlight -= 1;
  }
}

async function sendCreation(sender: Sender, item: Item): Promise<void> {
  const id = await item.create(sender, item);
  assert.equal(item.id ?? id, id, `${item.name} was created twice for one Idempotency-Key`);
  item.id = id;
  item.creation = 'acknowledged';
}

/** Sends a request that ends a random item. */
function end(
  work: Work,
  workspace: ExpectedWorkspace,
  kinds: readonly ItemKind[],
  send: (item: KeptItem) => Promise<unknown>,
) {
  return change(work, workspace, kinds, async (item) => {
    item.end = 'sent';
    await send(item);
    item.end = 'acknowledged';
  });
}

/** Sends a request that changes a random item, while no other does. */
async function change(
  { random }: Work,
  workspace: ExpectedWorkspace,
  kinds: readonly ItemKind[],
  send: (item: KeptItem) => Promise<unknown>,
): Promise<void> {
  const items = listItems(workspace, ...kinds).filter(
    (item) => !item.isBusy && !workspace.endedCalls.has(item.id ?? ''),
  );
  const kept = items.filter(isKept);
  if (kept.length === 0) return;
  const item = random.pick(kept);
  item.isBusy = true;
  try {
    await send(item);
  } finally {
    item.isBusy = false;
  }
}
