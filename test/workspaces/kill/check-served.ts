import { readdirSync } from 'node:fs';
import { expect } from 'vitest';
import { isCallEnded } from '../../../shared/calls/call-status.ts';
import type { Client } from '../../../shared/contract/client.ts';
import { appRoutes, v1Routes } from '../../../shared/contract/contract.ts';
import type { Document } from '../../../shared/knowledge/knowledge.ts';
import { Problem } from '../../../shared/contract/problems.ts';
import { waitForCall } from '../../helpers/service/wait-for-call.ts';
import { waitForDocument } from '../../helpers/service/wait-for-document.ts';
import { isKept, listItems, type ExpectedWorkspace } from './expectations.ts';
import type { Sender } from './sender.ts';

/** Opens a workspace, waits for its unfinished work, and compares what it serves with what was acknowledged. */
export async function checkServed(sender: Sender, workspace: ExpectedWorkspace): Promise<void> {
  const v1 = sender.withKey(workspace.secret);
  await sender.app(appRoutes.openWorkspace, { params: { workspace_id: workspace.id } });
  await checkDocuments(v1, workspace);
  await checkCalls(v1, workspace);
  await checkBilling(sender, v1);
  await checkKeys(sender, workspace);
  const left = readdirSync(workspace.dir, { recursive: true, encoding: 'utf8' });
  expect(left.filter((name) => /^incoming.|\.part$|snapshots.\./.test(name))).toEqual([]);
  const { violation, gaps } = await v1(v1Routes.verifyActivity, {});
  expect({ violation, gaps }).toEqual({ violation: null, gaps: [] });
}

async function checkDocuments(v1: Client, workspace: ExpectedWorkspace): Promise<void> {
  const kept = listItems(workspace, 'document').filter(isKept);
  for (const { id, name, document } of kept) {
    const isReadable = document?.file.name !== 'unreadable.pdf';
    const outcome = isReadable ? { status: 'active' } : { status: 'failed', error: { code: 'unreadable' } };
    expect(await waitUntilProcessed(v1, id), name).toMatchObject({ title: name, ...outcome });
  }
  const latest = kept.at(-1);
  if (latest?.document) {
    const served = await v1(v1Routes.getDocumentFile, { params: { document_id: latest.id } });
    expect(await served.bytes()).toEqual(await latest.document.file.bytes());
  }
  const found = await v1(v1Routes.searchKnowledge, { json: { query: 'Which guard keeps the key?', limit: 50 } });
  const deleted = listItems(workspace, 'document').filter(({ end }) => end === 'acknowledged');
  const deletedIds = new Set(deleted.map(({ id }) => id));
  expect(found.data.filter(({ document_id }) => deletedIds.has(document_id))).toEqual([]);
  expect(new Set(found.data.map(({ chunk_id }) => chunk_id)).size).toBe(found.data.length);
  for (const item of listItems(workspace, 'document')) if (item.end === 'acknowledged') item.isErased = true;
}

/** A document that was interrupted too often is processed again on request. */
async function waitUntilProcessed(v1: Client, document_id: string): Promise<Document> {
  const document = await waitForDocument(v1, document_id);
  if (document.error?.code !== 'interrupted') return document;
  await v1(v1Routes.retryDocument, { params: { document_id } });
  return waitForDocument(v1, document_id);
}

async function checkCalls(v1: Client, workspace: ExpectedWorkspace): Promise<void> {
  const completed: string[] = [];
  for (const { id, name, creation } of listItems(workspace, 'call', 'practice')) {
    if (creation !== 'acknowledged' || id === null) continue;
    const call = await waitForCall(v1, id);
    expect(isCallEnded(call.status), name).toBe(true);
    if (call.status === 'completed') completed.push(call.recording_url ?? '');
  }
  for (const url of completed.slice(-3)) {
    const recording = await fetch(url);
    expect(recording.status).toBe(200);
    expect(String((await recording.arrayBuffer()).byteLength)).toBe(recording.headers.get('Content-Length'));
  }
}

/** All minutes of completed calls are either on an invoice or in the usage of this cycle. */
async function checkBilling({ app }: Sender, v1: Client): Promise<void> {
  await app(appRoutes.confirmEndedCycles, {});
  const { minutes_used } = await v1(v1Routes.getUsage, {});
  const { reconciliation } = await app(appRoutes.getBillingOverview, {});
  expect(reconciliation).toMatchObject({ call_minutes: minutes_used, unmatched_minutes: 0 });
  const invoices = await app(appRoutes.listInvoiceRecords, {});
  expect(invoices.data.map(({ number }) => number)).toEqual(
    invoices.data.map((_, at, { length }) => `INV-${String(length - at).padStart(4, '0')}`),
  );
  expect(invoices.unreadable).toBe(0);
}

async function checkKeys(sender: Sender, workspace: ExpectedWorkspace): Promise<void> {
  for (const { name, secret, end } of listItems(workspace, 'key').slice(-20)) {
    if (!secret) continue;
    const outcome = await sender
      .withKey(secret)(v1Routes.listAgents, {})
      .then(
        () => 'accepted',
        (error: unknown) => error instanceof Problem && error.code,
      );
    if (end !== 'sent') expect(outcome, name).toBe(end === 'none' ? 'accepted' : 'unauthorized');
  }
}
