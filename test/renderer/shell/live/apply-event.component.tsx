import { followUpsQuery } from '../../../../renderer/features/calls/follow-ups/follow-ups-query.ts';
import { QueryObserver, type QueryKey } from '@tanstack/react-query';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { queryClient } from '../../../../renderer/data/query-client.ts';
import { useWindowLocked } from '../../../../renderer/data/session/lock-state.ts';
import { sessionQuery } from '../../../../renderer/data/session/session-query.ts';
import { activityFacetsQuery, activityPageQuery } from '../../../../renderer/features/activity/activity-query.ts';
import { useVerificationProgress } from '../../../../renderer/features/activity/verification-store.ts';
import { agentsQuery } from '../../../../renderer/features/agents/agents-query.ts';
import { requestsQuery } from '../../../../renderer/features/agent-requests/requests-query.ts';
import { keysQuery } from '../../../../renderer/features/api-keys/keys-query.ts';
import { speechServerQuery } from '../../../../renderer/features/speech-server/speech-server-query.ts';
import { languageModelQuery } from '../../../../renderer/features/language-model/language-model-query.ts';
import { localApiQuery } from '../../../../renderer/features/local-api/local-api-query.ts';
import { backupsQuery } from '../../../../renderer/features/backups/backups-query.ts';
import { billingOverviewQuery, invoicesQuery } from '../../../../renderer/features/billing/billing-query.ts';
import {
  callQuery,
  neighborsQuery,
  notesQuery,
  outcomeQuery,
  timelineQuery,
} from '../../../../renderer/features/calls/call-query.ts';
import {
  assigneesQuery,
  callFacetsQuery,
  callPageQuery,
  recipientNameRuleQuery,
} from '../../../../renderer/features/calls/calls-query.ts';
import { savedItemsQuery } from '../../../../renderer/features/saved-items/saved-items.ts';
import { criteriaQuery, scorecardQuery } from '../../../../renderer/features/calls/scorecard/scorecard-query.ts';
import { connectionQuery } from '../../../../renderer/features/connection/connection-query.ts';
import { doNotCallQuery } from '../../../../renderer/features/do-not-call/do-not-call-query.ts';
import {
  callInsightsQuery,
  contradictionsQuery,
  documentInsightsQuery,
  knowledgeGapsQuery,
} from '../../../../renderer/features/insights/insights-query.ts';
import { searchModelQuery } from '../../../../renderer/features/knowledge/search-model/search-model-query.ts';
import { documentsQuery } from '../../../../renderer/features/knowledge/documents-query.ts';
import { overviewQuery } from '../../../../renderer/features/overview/overview-query.ts';
import { settingsQuery } from '../../../../renderer/data/settings-query.ts';
import { outboxQuery, syncStatusQuery } from '../../../../renderer/features/outbox/sync-query.ts';
import { workspacesQuery } from '../../../../renderer/features/workspaces/workspaces-query.ts';
import { applyEvent } from '../../../../renderer/shell/live/apply-event.ts';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import type { ServiceEvent } from '../../../../shared/contract/events.ts';
import { settingsSchema } from '../../../../shared/window/settings.ts';
import { renderInWindow } from '../../../helpers/components/render-in-window.tsx';
import { startFakeService } from '../../../helpers/remote/fake-service.ts';

const calls = { filter: {}, order: 'created', descending: true } as const;

/** The data of the window. */
const queryKeys = {
  activity: activityPageQuery({}, 0).queryKey,
  activityFacets: activityFacetsQuery.queryKey,
  agents: agentsQuery.queryKey,
  assignees: assigneesQuery.queryKey,
  backups: backupsQuery.queryKey,
  billing: billingOverviewQuery.queryKey,
  call: callQuery('call_1').queryKey,
  callFacets: callFacetsQuery.queryKey,
  callInsights: callInsightsQuery(undefined).queryKey,
  calls: callPageQuery(calls, 0).queryKey,
  connection: connectionQuery.queryKey,
  contradictions: contradictionsQuery(undefined).queryKey,
  criteria: criteriaQuery.queryKey,
  document: ['document', 'doc_1', 'chunks'],
  documentInsights: documentInsightsQuery(undefined).queryKey,
  documents: documentsQuery.queryKey,
  doNotCall: doNotCallQuery.queryKey,
  followUps: followUpsQuery('open').queryKey,
  invoices: invoicesQuery.queryKey,
  keys: keysQuery.queryKey,
  knowledgeGaps: knowledgeGapsQuery(undefined).queryKey,
  languageModel: languageModelQuery.queryKey,
  speechServer: speechServerQuery.queryKey,
  localApi: localApiQuery.queryKey,
  members: ['members', 'org_1'],
  neighbors: neighborsQuery('call_1', calls).queryKey,
  notes: notesQuery('call_1').queryKey,
  otherCall: callQuery('call_2').queryKey,
  outbox: outboxQuery.queryKey,
  outcome: outcomeQuery('call_1').queryKey,
  overview: overviewQuery.queryKey,
  recipientNameRule: recipientNameRuleQuery.queryKey,
  requests: requestsQuery.queryKey,
  saved: savedItemsQuery.queryKey,
  scorecard: scorecardQuery('call_1').queryKey,
  searchModel: searchModelQuery.queryKey,
  session: sessionQuery.queryKey,
  settings: settingsQuery.queryKey,
  sync: syncStatusQuery.queryKey,
  timeline: timelineQuery('call_1').queryKey,
  workspaces: workspacesQuery.queryKey,
} as const satisfies Record<string, QueryKey>;

type QueryName = keyof typeof queryKeys;

type EventType = ServiceEvent['type'];

type Refetch<Type extends EventType> = {
  readonly event: Omit<Extract<ServiceEvent, { readonly type: Type }>, 'type'>;
  /** What is refetched after the event, and nothing else. */
  readonly refetched: readonly QueryName[];
};

/** Applies an event that refetches nothing, and checks what it does. */
type Check = () => Promise<void> | void;

type Cases = { readonly [Type in EventType]: Refetch<Type> | Check };

const allCalls = ['calls', 'callFacets', 'neighbors'] as const;
const oneCall = ['call', 'timeline'] as const;
const documentResults = ['documentInsights', 'contradictions'] as const;

const cases: Cases = {
  'document.changed': {
    event: { document_id: 'doc_1', status: 'active' },
    refetched: ['documents', 'document', ...documentResults, 'overview'],
  },
  'document.deleted': {
    event: { document_id: 'doc_2' },
    refetched: ['documents', ...documentResults, 'overview'],
  },
  'document_details.changed': {
    event: { document_id: 'doc_1' },
    refetched: ['documents', 'document'],
  },
  'document.progress': checkDocumentProgress,
  'call.changed': {
    event: { call_id: 'call_1', status: 'completed' },
    refetched: [...allCalls, ...oneCall, 'agents', 'callInsights', 'documentInsights', 'knowledgeGaps', 'overview'],
  },
  'call.speech_added': { event: { call_id: 'call_1', position: 3, sentence: 0, text: 'Hello.' }, refetched: [] },
  'call.turn_added': { event: { call_id: 'call_1', position: 3 }, refetched: oneCall },
  'notes.changed': { event: { call_id: 'call_1' }, refetched: ['notes', ...allCalls] },
  'recipient_name_rule.changed': {
    event: {},
    refetched: ['recipientNameRule', ...allCalls, 'call', 'otherCall', 'overview'],
  },
  'call_review.changed': { event: { call_id: 'call_1' }, refetched: [...allCalls, ...oneCall] },
  'call_outcome.changed': {
    event: { call_id: 'call_1' },
    refetched: ['outcome', 'scorecard', ...allCalls, ...oneCall, 'callInsights', 'documentInsights'],
  },
  'follow_ups.changed': { event: { call_id: 'call_1' }, refetched: ['followUps'] },
  'scorecard.changed': { event: { call_id: 'call_1' }, refetched: ['scorecard', ...allCalls] },
  'scorecard_criteria.changed': { event: {}, refetched: ['criteria', 'scorecard', ...allCalls] },
  'do_not_call.changed': { event: {}, refetched: ['doNotCall'] },
  'knowledge_gaps.changed': { event: {}, refetched: ['knowledgeGaps'] },
  'contradictions.changed': { event: {}, refetched: ['contradictions'] },
  'organization.changed': { event: {}, refetched: ['members', 'assignees', 'overview', 'session'] },
  'agent.changed': { event: { agent_id: 'agt_1' }, refetched: ['agents', ...allCalls] },
  'agent_request.changed': { event: { request_id: 'req_1' }, refetched: ['requests', 'overview'] },
  'saved_items.changed': { event: {}, refetched: ['saved'] },
  'usage.changed': { event: {}, refetched: ['billing', 'invoices', 'overview'] },
  'usage_notice.raised': checkNoticeToast,
  'api_key.changed': { event: { key_id: 'key_1' }, refetched: ['keys'] },
  'api_key.used': { event: { key_id: 'key_1' }, refetched: ['keys'] },
  'activity.changed': { event: {}, refetched: ['activity', 'activityFacets'] },
  'activity.verification_progress': checkVerificationProgress,
  'sync.changed': { event: {}, refetched: ['sync', 'outbox', 'overview'] },
  'outbox_item.undecided': { event: { item_id: 'out_1' }, refetched: ['sync', 'outbox'] },
  'connection.refused': { event: {}, refetched: ['sync', 'outbox'] },
  'connection.changed': { event: {}, refetched: ['connection', 'session'] },
  'language_model.changed': { event: {}, refetched: ['languageModel'] },
  'speech_server.changed': { event: {}, refetched: ['speechServer'] },
  'search_model.changed': { event: {}, refetched: ['searchModel'] },
  'local_api.changed': { event: {}, refetched: ['localApi'] },
  'workspaces.changed': { event: {}, refetched: ['workspaces', 'session', 'overview'] },
  'settings.changed': { event: {}, refetched: ['settings'] },
  'window.locked': checkLock,
  'backups.changed': { event: {}, refetched: ['backups', 'overview'] },
  'backup.progress': checkBackupTask,
  'background.event': checkNotification,
  reset: { event: {}, refetched: Object.keys(queryKeys) as QueryName[] }, // the names of an object with known keys
};

const isCheck = (one: Cases[EventType]): one is Check => typeof one === 'function';

const checks = Object.entries(cases).flatMap(([type, one]) => (isCheck(one) ? [{ type, check: one }] : []));

const refetches = Object.entries(cases).flatMap(([type, one]) => (isCheck(one) ? [] : [{ type, ...one }]));

afterEach(() => queryClient.clear());

test.each(refetches)('$type refetches $refetched', async ({ type, event, refetched }) => {
  const fetched = new Set<string>();
  for (const [name, queryKey] of Object.entries<QueryKey>(queryKeys)) {
    const queryFn = () => {
      fetched.add(name);
      return [];
    };
    const observer = new QueryObserver<unknown>(queryClient, { queryKey, queryFn, initialData: [] });
    onTestFinished(observer.subscribe(() => {}));
  }
  applyEvent({ type, ...event } as ServiceEvent); // of this type
  await expect.poll(() => [...fetched].toSorted()).toEqual([...refetched].toSorted());
});

test.each(checks)('$type changes what it concerns', ({ check }) => check());

/** Stores data of which a test needs only a part. */
const setData = (queryKey: QueryKey, data: unknown) => queryClient.setQueryData(queryKey, data);

/** A document that is being processed. */
const processing = { document_id: 'doc_1', progress: null };

const progress = { page: 2, pages: 5, chunks: 8 };

function checkDocumentProgress(): void {
  setData(documentsQuery.queryKey, [processing]);
  setData(overviewQuery.queryKey, { processing: { total: 1, data: [processing] } });
  applyEvent({ type: 'document.progress', document_id: 'doc_1', progress });
  expect(queryClient.getQueryData(documentsQuery.queryKey)).toEqual([{ ...processing, progress }]);
  expect(queryClient.getQueryData(overviewQuery.queryKey)?.processing.data).toEqual([{ ...processing, progress }]);
}

async function checkNoticeToast(): Promise<void> {
  await renderInWindow(null);
  startFakeService().answer(appRoutes.getBillingOverview, () => ({
    plan: null,
    usage: null,
    forecast: null,
    previous_minutes: null,
    remote: null,
    days: [],
    notices: [
      { notice_id: 'ntc_1', kind: 'used_80' as const, raised_at: '2026-11-10T12:00:00.000Z', minutes_used: 400 },
    ],
    unconfirmed_cycles: null,
    future_invoices: null,
    reconciliation: null,
    practice: { calls: 0, minutes: 0 },
  }));
  applyEvent({ type: 'usage_notice.raised', notice_id: 'ntc_1' });
  await expect.element(page.getByText('You’ve used 80% of your included minutes').first()).toBeVisible();
}

function checkVerificationProgress(): void {
  applyEvent({ type: 'activity.verification_progress', done: 3, total: 9 });
  expect(useVerificationProgress.getState().progress).toEqual({ done: 3, total: 9 });
}

function checkLock(): void {
  onTestFinished(() => useWindowLocked.setState({ isLocked: false }));
  applyEvent({ type: 'window.locked' });
  expect(useWindowLocked.getState().isLocked).toBe(true);
}

function checkBackupTask(): void {
  const task = { kind: 'backup', subject: 'Harbour Office', step: 'writing', done_bytes: 1, total_bytes: 2 } as const;
  setData(backupsQuery.queryKey, { data: [], task: null });
  applyEvent({ type: 'backup.progress', task });
  expect(queryClient.getQueryData(backupsQuery.queryKey)).toEqual({ data: [], task });
}

async function checkNotification(): Promise<void> {
  onTestFinished(() => void vi.unstubAllGlobals());
  onTestFinished(() => void vi.restoreAllMocks());
  vi.spyOn(document, 'hasFocus').mockReturnValue(false);
  const titles: string[] = [];
  class FakeNotification extends EventTarget {
    static readonly permission = 'granted';
    constructor(title: string) {
      super();
      titles.push(title);
    }
  }
  vi.stubGlobal('Notification', FakeNotification);
  queryClient.setQueryData(settingsQuery.queryKey, settingsSchema.parse({ notifications: 'on' }));
  const event = { type: 'call.changed', call_id: 'call_1', status: 'completed' } as const;
  applyEvent({ type: 'background.event', workspace_id: 'wsp_2', workspace_name: 'Kestrel', event });
  await expect.poll(() => titles).toEqual(['Kestrel']);
}
