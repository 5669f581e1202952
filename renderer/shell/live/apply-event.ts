import type { ServiceEvent } from '../../../shared/contract/events.ts';
import { changesOverview } from '../../../shared/window/overview.ts';
import { refreshBackups, setBackupTask } from '../../features/backups/backups-query.ts';
import { refreshBilling, showNoticeToast } from '../../features/billing/billing-query.ts';
import { refreshAgents } from '../../features/agents/agents-query.ts';
import { flushDrafts } from '../../features/agent-requests/request-form/draft-autosave.ts';
import { refreshActivity } from '../../features/activity/activity-query.ts';
import { setVerificationProgress } from '../../features/activity/verification-store.ts';
import {
  assigneesQuery,
  refetchNotes,
  refreshCall,
  refreshCalls,
  refreshRecipientNames,
  refreshReviews,
} from '../../features/calls/calls-query.ts';
import { connectionKey } from '../../features/connection/connection-query.ts';
import { refetchCriteria, refreshScorecards } from '../../features/calls/scorecard/scorecard-query.ts';
import { doNotCallKey } from '../../features/do-not-call/do-not-call-query.ts';
import { refreshKeys } from '../../features/api-keys/keys-query.ts';
import { setDocumentProgress, refreshDocuments } from '../../features/knowledge/documents-query.ts';
import { removeDeletedDocument } from '../../features/knowledge/document-actions.ts';
import { setOverviewDocumentProgress, refreshOverview } from '../../features/overview/overview-query.ts';
import {
  refreshContradictions,
  refreshDocumentInsights,
  refreshInsights,
  refreshKnowledgeGaps,
} from '../../features/insights/insights-query.ts';
import { notify } from '../notifications/notify.ts';
import { invalidate } from '../../data/invalidate.ts';
import { queryClient } from '../../data/query-client.ts';
import { workspacesKey } from '../../features/workspaces/workspaces-query.ts';
import { sessionQuery } from '../../data/session/session-query.ts';
import { settingsQuery } from '../../data/settings-query.ts';
import { refreshSync } from '../../features/outbox/sync-query.ts';
import { setWindowLocked } from '../../data/session/lock-state.ts';
import { refreshRequests } from '../../features/agent-requests/requests-query.ts';
import { refreshSavedItems } from '../../features/saved-items/saved-items.ts';
import { refreshLocalApi } from '../../features/local-api/local-api-query.ts';

/** Updates the data of the window after an event of the service. */
export function applyEvent(event: ServiceEvent): void {
  notify(event);
  if (changesOverview(event.type)) refreshOverview();
  switch (event.type) {
    case 'document.progress':
      setOverviewDocumentProgress(event.document_id, event.progress);
      if (!setDocumentProgress(event.document_id, event.progress)) refreshDocuments();
      return;
    case 'document.changed':
      refreshDocuments();
      refreshDocumentInsights();
      refreshContradictions();
      void invalidate(['document', event.document_id]);
      return;
    case 'document.deleted':
      removeDeletedDocument(event.document_id);
      refreshDocumentInsights();
      refreshContradictions();
      return;
    case 'call.changed':
      refreshCalls();
      refreshInsights();
      refreshKnowledgeGaps();
      refreshCall(event.call_id);
      refreshAgents();
      return;
    case 'call.turn_added':
      refreshCall(event.call_id);
      return;
    case 'notes.changed':
      void refetchNotes(event.call_id);
      refreshCalls(); // the search covers notes
      return;
    case 'call_review.changed':
      refreshReviews(event.call_id);
      return;
    case 'scorecard.changed':
      refreshScorecards(event.call_id);
      refreshCalls(); // filters by score and reviewer
      return;
    case 'scorecard_criteria.changed':
      void refetchCriteria();
      refreshCalls();
      return;
    case 'recipient_name_rule.changed':
      refreshRecipientNames();
      return;
    case 'knowledge_gaps.changed':
      refreshKnowledgeGaps();
      return;
    case 'contradictions.changed':
      refreshContradictions();
      return;
    case 'do_not_call.changed':
      void invalidate(doNotCallKey);
      return;
    case 'agent.changed':
      refreshAgents();
      refreshCalls(); // the first name of a remote's agent is also that of its calls
      return;
    case 'organization.changed':
      void invalidate(['members']);
      void invalidate(assigneesQuery.queryKey);
      return;
    case 'agent_request.changed':
      refreshRequests();
      return;
    case 'saved_items.changed':
      refreshSavedItems();
      return;
    case 'usage.changed':
      refreshBilling();
      return;
    case 'usage_notice.raised':
      void showNoticeToast(event.notice_id).catch(() => undefined); // the billing view shows the error
      return;
    case 'api_key.changed':
    case 'api_key.used':
      refreshKeys();
      return;
    case 'activity.changed':
      refreshActivity();
      return;
    case 'activity.verification_progress':
      setVerificationProgress({ done: event.done, total: event.total });
      return;
    case 'sync.changed':
    case 'outbox_item.undecided':
    case 'connection.refused':
      refreshSync();
      return;
    case 'local_api.changed':
      refreshLocalApi();
      return;
    case 'connection.changed':
      void invalidate(connectionKey);
      void invalidate(sessionQuery.queryKey);
      return;
    case 'backups.changed':
      refreshBackups();
      return;
    case 'backup.progress':
      setBackupTask(event.task);
      return;
    case 'window.locked':
      setWindowLocked();
      return;
    case 'workspaces.changed':
      void invalidate(workspacesKey);
      void invalidate(sessionQuery.queryKey);
      return;
    case 'settings.changed':
      void invalidate(settingsQuery.queryKey);
      return;
    case 'reset':
      void flushDrafts(); // the service may have been unreachable
      void queryClient.invalidateQueries();
  }
}
