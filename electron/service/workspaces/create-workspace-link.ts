import { createAgentRequestSender, createRequestsPart } from '../features/agent-requests/remote-agent-requests.ts';
import { createAgentsPart } from '../features/agents/remote-agents.ts';
import type { Billing } from '../features/billing/billing.ts';
import { RemoteBilling } from '../features/billing/remote/remote-billing.ts';
import type { Calls } from '../features/calls/calls.ts';
import { RemoteCalls } from '../features/calls/remote/remote-calls.ts';
import { createNoteSender } from '../features/calls/remote/note-sender.ts';
import { createCorrectionSender } from '../features/calls/remote/outcome-sender.ts';
import { createFollowUpSender } from '../features/calls/remote/follow-up-sender.ts';
import { restoreFromRemote } from '../features/calls/remote/work-target.ts';
import { createReviewSender } from '../features/calls/remote/review-sender.ts';
import { createCriterionSender, createScoreSender } from '../features/calls/remote/scorecard-senders.ts';
import { WorkspaceConnection } from '../features/connection/workspace-connection.ts';
import type { KnowledgeBase } from '../features/knowledge/knowledge-base.ts';
import type { RecordingStore } from '../features/recordings/recording-store.ts';
import type { RemoteLink } from '../features/remote/remote-client.ts';
import { createDocumentSenders } from '../features/knowledge/remote/document-senders.ts';
import { createDocumentsPart } from '../features/knowledge/remote/refresh-documents.ts';
import { createMembersPart, createOrganizationPart } from '../features/organizations/remote-organization.ts';
import { OutboxQueue } from '../features/outbox/outbox-queue.ts';
import { createRemoteClient } from '../features/remote/create-remote-client.ts';
import { createSavedItemSender } from '../features/saved-items/saved-item-sender.ts';
import { createSharedWorkPart } from '../features/shared-work/refresh-shared-work.ts';
import { storeCursor } from '../features/sync/refresh-queries.ts';
import { RemoteEvents } from '../features/sync/remote-events.ts';
import { RemoteHealth } from '../features/sync/remote-health.ts';
import { Sync } from '../features/sync/sync.ts';
import type { Context } from '../platform/context.ts';
import type { Database } from '../platform/db/database.ts';
import type { EventPublisher } from '../platform/events/event-publisher.ts';

type LinkOptions = {
  readonly workspaceId: string;
  readonly orgId: string;
  readonly context: Context;
  readonly events: EventPublisher;
  readonly calls: Calls;
  readonly knowledge: KnowledgeBase;
  readonly recordings: RecordingStore;
  readonly billing: Billing;
};

/** The parts of a linked workspace that features use. */
export type LinkServices = {
  readonly connection: WorkspaceConnection;
  readonly remote: RemoteLink;
  readonly outbox: OutboxQueue;
  readonly sync: Sync;
  readonly remoteCalls: RemoteCalls;
  readonly remoteBilling: RemoteBilling;
};

/** The parts of a linked workspace that talk to its remote. */
export type WorkspaceLink = {
  readonly services: LinkServices;
  /** Nothing is sent before. */
  readonly start: () => void;
  /** Tries everything that waits at once, after the computer slept or its network changed. */
  readonly resume: () => void;
  /** Ends all requests. Changes that are being sent have almost a second to end, so that their outcome is known. */
  readonly close: () => Promise<void>;
};

/** Creates the parts of a linked workspace that talk to its remote, without sending anything. */
export function createWorkspaceLink(db: Database, options: LinkOptions): WorkspaceLink {
  const { workspaceId, orgId, context, events, calls, knowledge, recordings, billing } = options;
  const connection = new WorkspaceConnection(db, {
    orgId,
    context,
    events,
    secrets: context.keychain.forWorkspace(workspaceId),
    createClient: (clientOptions) =>
      createRemoteClient({ ...clientOptions, now: context.now, findProxies: context.findProxies }),
  });
  const health = new RemoteHealth(context.now);
  const link = health.observe(connection);
  const shared = { db, orgId, context, events, link };

  const onNumberListed = () => calls.cancelListed();
  const remoteCalls = new RemoteCalls({
    ...shared,
    recordings,
    getCapabilities: () => connection.capabilities,
    onNumberListed,
    onListed: () => {
      sync.refreshPart('call_details');
      sync.refreshPart('shared_work');
    },
  });
  const remoteBilling = new RemoteBilling(db, { ...shared, pdfFiles: billing.pdfFiles });

  const documents = { ...shared, knowledge };
  const outbox = new OutboxQueue(db, {
    context,
    events,
    getClient: link.getClient,
    senders: {
      ...createDocumentSenders(documents),
      ...remoteCalls.senders,
      submit_request: createAgentRequestSender(shared),
      update_reviews: createReviewSender(shared),
      correct_outcome: createCorrectionSender(shared),
      update_follow_up: createFollowUpSender(shared),
      write_note: createNoteSender(shared),
      score_call: createScoreSender(shared),
      change_criterion: createCriterionSender(shared),
      change_saved_item: createSavedItemSender(shared),
    },
  });
  const sync = new Sync({
    ...shared,
    health,
    parts: [
      createOrganizationPart(shared),
      createDocumentsPart(documents),
      createAgentsPart(shared, link),
      remoteCalls.refreshPart,
      createRequestsPart(shared),
      remoteCalls.detailsPart,
      createSharedWorkPart({
        ...shared,
        addCall: (remoteId, signal) => remoteCalls.addCall(remoteId, signal),
        onNumberListed,
      }),
      createMembersPart(shared),
      ...remoteBilling.parts,
    ],
    outbox,
    explainAddress: () => connection.explainAddress(),
    // A workspace that was connected without a check is checked as soon as its remote answers.
    onReached: () => {
      if (!connection.isChecked) checking ??= checkConnection();
      remoteEvents.ensure();
    },
    getCheckState: () => (connection.isChecked ? 'done' : checking ? 'running' : 'missing'),
  });
  const remoteEvents = new RemoteEvents({ context, link, onChange: (part) => sync.refreshPart(part) });
  let isStarted = false;
  const closing = new AbortController();
  let checking: Promise<void> | null = null;
  const checkConnection = async () => {
    try {
      await connection.check(closing.signal);
    } catch (error) {
      if (!closing.signal.aborted) context.log.error({ err: error }, 'could not check the connection');
    } finally {
      checking = null;
      sync.update();
    }
  };
  connection.onChange((change) => {
    remoteEvents.close();
    if (change === 'findings') return sync.syncNow();
    // Another remote counts its changes from another position.
    restoreFromRemote(shared);
    storeCursor(db, 'call_details', '0');
    outbox.retryNow();
    sync.reconnect();
  });
  const stopWaiting = context.keychain.onAvailable(() => connection.retryKey());
  return {
    services: { connection, remote: link, outbox, sync, remoteCalls, remoteBilling },
    start: () => {
      if (isStarted) return;
      isStarted = true;
      outbox.start();
      sync.start();
    },
    resume: () => {
      connection.closeIdle();
      remoteEvents.close();
      sync.resume();
    },
    close: async () => {
      stopWaiting();
      remoteEvents.close();
      closing.abort();
      await Promise.all([checking, outbox.close(), sync.close(), remoteCalls.close(), remoteBilling.close()]);
      connection.close();
    },
  };
}
