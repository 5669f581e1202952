import type { ServiceEvent } from '../../shared/events.ts';
import { refreshBilling, tellNotice } from '../billing/billing-cache.ts';
import { refreshAgents, refreshRequests } from '../agents/agents-cache.ts';
import { refreshActivity } from '../activity/activity-cache.ts';
import { noteVerifying } from '../activity/verifying-store.ts';
import { readNotesAgain, refreshCall, refreshCalls, refreshSaved } from '../calls/calls-cache.ts';
import { refreshKeys, refreshListening } from '../keys/keys-query.ts';
import { noteProgress, refreshDocuments } from '../knowledge/documents-cache.ts';
import { forgetDocument } from '../knowledge/forget-document.ts';
import { noteReading, refreshOverview } from '../overview/overview-cache.ts';
import { readAgain } from './read-again.ts';
import { queryClient } from '../query-client.ts';
import { workspacesKey } from '../workspaces/workspaces-query.ts';
import { sessionQuery } from '../session/use-session.ts';

/** Brings what the window shows in line with what happened in the service. */
export function applyEvent(event: ServiceEvent): void {
  switch (event.type) {
    case 'document.progress':
      noteReading(event.document_id, event.progress);
      if (!noteProgress(event.document_id, event.progress)) refreshDocuments();
      return;
    case 'document.changed':
      refreshDocuments();
      refreshOverview();
      void readAgain(['document', event.document_id]);
      return;
    case 'document.deleted':
      forgetDocument(event.document_id);
      refreshOverview();
      return;
    case 'call.changed':
      refreshCalls();
      refreshCall(event.call_id);
      refreshAgents();
      refreshOverview();
      return;
    case 'call.turn':
      refreshCall(event.call_id);
      return;
    case 'notes.changed':
      void readNotesAgain(event.call_id);
      return;
    case 'agent.changed':
      refreshAgents();
      return;
    case 'request.changed':
      refreshRequests();
      refreshOverview();
      return;
    case 'saved.changed':
      refreshSaved();
      return;
    case 'usage.changed':
      refreshBilling();
      refreshOverview();
      return;
    case 'notice.raised':
      void tellNotice(event.notice_id).catch(() => undefined); // the view of billing shows why it cannot be read
      return;
    case 'key.changed':
    case 'key.used':
      refreshKeys();
      return;
    case 'activity.changed':
      refreshActivity();
      return;
    case 'activity.verifying':
      noteVerifying({ done: event.done, total: event.total });
      return;
    case 'listening.changed':
      refreshListening();
      return;
    case 'workspaces.changed':
      void readAgain(workspacesKey);
      void readAgain(sessionQuery.queryKey);
      return;
    case 'reset':
      void queryClient.invalidateQueries();
  }
}
