import * as fc from 'fast-check';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { Problem } from '../../shared/contract/problems.ts';
import type { Route } from '../../shared/contract/route.ts';
import { anyText, arbitraryInput } from '../helpers/data/arbitrary-input.ts';
import type { StartedService } from '../helpers/service/start-service.ts';

/** After so many requests, what they deleted or used up is created again. */
export const requestsPerRestock = 250;

/** IDs of existing resources, by the names of their parameters. */
export type KnownIds = Readonly<Record<string, readonly string[]>>;

/** Creates one resource of each kind, with another `number` each time, and returns the newest ones, and those of the demo. */
export async function restock({ v1, app }: StartedService, number: number): Promise<KnownIds> {
  const { data: agents } = await app(appRoutes.listAgentRecords, {});
  const agent = agents.find(({ status }) => status === 'active') ?? agents[0];
  if (!agent) throw new Error('The demo has an agent.');
  await app(appRoutes.updateAgent, { params: { agent_id: agent.agent_id }, json: { status: 'active' } });
  const file = new File([`Refunds take ${number} days.`], 'refunds.txt');
  const { document_id } = await v1(v1Routes.uploadDocument, { form: { title: 'Refunds', file } });
  const next = new File([`Refunds take ${number + 1} days.`], 'refunds.txt');
  await v1(v1Routes.replaceDocument, { params: { document_id }, form: { file: next } });
  const recipient_number = `+1666${String(number).padStart(7, '0')}`;
  const { call_id } = await v1(v1Routes.placeCall, { json: { agent_id: agent.agent_id, recipient_number } });
  await v1(v1Routes.createNote, { params: { call_id }, json: { at_seconds: 1, text: 'Call back' } });
  await v1(v1Routes.submitAgentRequest, { json: { objective: 'Remind customers' } });
  await v1(v1Routes.addDoNotCallEntry, { json: { recipient_number: `${recipient_number}1` } });
  const key = await v1(v1Routes.createApiKey, { json: { name: 'Spare key', role: 'viewer' } });
  await v1(v1Routes.createCriterion, { json: { name: 'Polite', description: '', weight: 1, rule: null } }).catch(
    ignoreRefusal,
  );
  const saved = { kind: 'metadata_template', name: `Template ${number}`, value: { metadata: {} } } as const;
  await v1(v1Routes.saveItem, { json: saved }).catch(ignoreRefusal);
  const gaps = await v1(v1Routes.listKnowledgeGaps, {
    query: { from: '2025-12-01T00:00:00.000Z', to: '2026-11-30T00:00:00.000Z' },
  });
  const calls = await v1(v1Routes.listCalls, { query: { limit: 50 } });
  const documents = await v1(v1Routes.listDocuments, { query: { limit: 50 } });
  const { data: members } = await v1(v1Routes.listAssignees, {});
  return {
    agent_id: agents.map(({ agent_id }) => agent_id),
    call_id: calls.data.map((call) => call.call_id),
    note_id: (await v1(v1Routes.listNotes, { params: { call_id } })).data.map(({ note_id }) => note_id),
    follow_up: ['callback', 'person', 'outcome', 'field-budget'],
    document_id: documents.data.map((document) => document.document_id),
    cursor: [calls.next_cursor ?? '', documents.next_cursor ?? ''].filter((cursor) => cursor !== ''),
    request_id: (await app(appRoutes.listAgentRequestRecords, {})).data.map(({ request_id }) => request_id),
    invoice_id: (await app(appRoutes.listInvoiceRecords, {})).data.map(({ invoice_id }) => invoice_id),
    criterion_id: (await v1(v1Routes.listCriteria, {})).data.map(({ criterion_id }) => criterion_id),
    entry_id: (await v1(v1Routes.listDoNotCallEntries, {})).data.map(({ entry_id }) => entry_id),
    saved_id: (await v1(v1Routes.listSavedItems, {})).data.map(({ saved_id }) => saved_id),
    workspace_id: (await app(appRoutes.listWorkspaces, {})).data.map(({ workspace_id }) => workspace_id),
    user_id: members.map(({ user_id }) => user_id),
    question_id: gaps.data.flatMap(({ question_ids }) => question_ids),
    key_id: [key.key_id],
    copy_id: ['damaged-20260301T093000Z'],
    backup_id: ['bkp_0'],
    snapshot_id: ['snp_0'],
    item_id: ['out_0'],
    position: ['0', '1', '2'],
    page_id: ['page_1'],
    version: ['1', '2', '3'],
  };
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Problem) || error.status >= 500) throw error;
}

/** They wait, or take many times as long as the others, so they are sent less often. */
const slowOperations: readonly string[] = [
  'resolveKnowledgeGap',
  'verifyActivity',
  'getRecording',
  'getKeptPage',
  'askKnowledge',
];

export function chooseWeight({ id }: Route): number {
  return slowOperations.includes(id) ? 1 : 8;
}

const knownId = (name: string) => fc.constant(`known:${name}`);

const phoneNumber = fc.oneof(
  fc.integer({ min: 0, max: 9_999_999 }).map((number) => `+1555${String(number).padStart(7, '0')}`),
  fc.constantFrom('+15550100', '+44 (0)20 7946 0018', '\u202a+1 (415) 555-0132\u202c', '+442079460018'),
);

const arbitraryTime = (min: string, max: string) =>
  fc.date({ min: new Date(min), max: new Date(max), noInvalidDate: true }).map((date) => date.toISOString());

const texts = {
  from: arbitraryTime('2025-12-01', '2026-03-01'),
  to: arbitraryTime('2026-02-01', '2026-11-01'),
  agent_id: knownId('agent_id'),
  agent: knownId('agent_id'),
  cursor: knownId('cursor'),
  ids: knownId('call_id'),
  question_ids: knownId('question_id'),
  user_id: knownId('user_id'),
  assignee_id: knownId('user_id'),
  assignee: knownId('user_id'),
  reviewer_id: knownId('user_id'),
  author_id: knownId('user_id'),
  recipient_number: phoneNumber,
  number: phoneNumber,
  csv: fc.array(fc.tuple(phoneNumber, anyText), { maxLength: 5 }).map((rows) => rows.join('\r\n')),
};

/** Generates a JSON body for a route; the IDs in it are chosen when it is sent. */
export function arbitraryBody({ json }: Route): fc.Arbitrary<unknown> {
  if (!json) return fc.jsonValue({ maxDepth: 2 });
  const valid = arbitraryInput(json, texts);
  return fc.oneof({ weight: 9, arbitrary: valid }, { weight: 1, arbitrary: fc.jsonValue() });
}

/** Generates the parameters of a route's query, and sometimes others. */
export function arbitraryQuery({ query }: Route): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const others = fc.dictionary(fc.constantFrom('limit', 'cursor', 'expires', 'x'), anyText, { maxKeys: 2 });
  if (!query) return fc.oneof({ weight: 9, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: others });
  const valid = arbitraryInput(query, texts).map((value) => ({ ...(value as object) }));
  return fc.oneof({ weight: 9, arbitrary: valid }, { weight: 1, arbitrary: others });
}

/** Replaces `known:<name>` in the text of a body or query by an ID of that kind. */
export function insertKnownIds(text: string, known: KnownIds, at: number): string {
  return text.replaceAll(/known(?::|%3A)(\w+)/g, (whole, name: string) => {
    const ids = known[name] ?? [];
    return ids[at % Math.max(ids.length, 1)] ?? whole;
  });
}

/** Returns the parameters of a path: an ID of each kind, or `replacement`. */
export function chooseParameters(known: KnownIds, at: number, replacement: string | null): Record<string, string> {
  const ids = Object.entries(known).map(([name, list]) => [name, replacement ?? list[at % list.length] ?? 'none']);
  return Object.fromEntries(ids) as Record<string, string>; // the entries are pairs of texts
}

/** Returns the query of a request, with `?`, from generated parameters. */
export function formatQuery(query: Readonly<Record<string, unknown>>, known: KnownIds, at: number): string {
  const entries = Object.entries(query).map(([name, value]) => [name, formatValue(value).toWellFormed()]);
  const text = new URLSearchParams(entries).toString();
  return text === '' ? '' : `?${insertKnownIds(text, known, at)}`;
}

function formatValue(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
