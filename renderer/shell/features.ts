import type { Feature } from '../data/feature.ts';
import { activityFeature } from '../features/activity/feature.ts';
import { agentEditorFeature } from '../features/agent-editor/feature.ts';
import { agentRequestsFeature } from '../features/agent-requests/feature.ts';
import { agentsFeature } from '../features/agents/feature.ts';
import { apiKeysFeature } from '../features/api-keys/feature.ts';
import { backupsFeature } from '../features/backups/feature.ts';
import { billingFeature } from '../features/billing/feature.ts';
import { callsFeature } from '../features/calls/feature.ts';
import { connectionFeature } from '../features/connection/feature.ts';
import { doNotCallFeature } from '../features/do-not-call/feature.ts';
import { insightsFeature } from '../features/insights/feature.ts';
import { knowledgeFeature } from '../features/knowledge/feature.ts';
import { languageModelFeature } from '../features/language-model/feature.ts';
import { speechServerFeature } from '../features/speech-server/feature.ts';
import { localApiFeature } from '../features/local-api/feature.ts';
import { organizationsFeature } from '../features/organizations/feature.ts';
import { outboxFeature } from '../features/outbox/feature.ts';
import { overviewFeature } from '../features/overview/feature.ts';
import { recordingsFeature } from '../features/recordings/feature.ts';
import { savedItemsFeature } from '../features/saved-items/feature.ts';
import { settingsFeature } from '../features/settings/feature.ts';
import { syncFeature } from '../features/sync/feature.ts';
import { windowLockFeature } from '../features/window-lock/feature.ts';
import { workspacesFeature } from '../features/workspaces/feature.ts';

/** All features. To add one, add its line. The palette lists the records of equal rank in this order. */
export const features = [
  overviewFeature,
  insightsFeature,
  knowledgeFeature,
  agentsFeature,
  languageModelFeature,
  speechServerFeature,
  agentEditorFeature,
  callsFeature,
  recordingsFeature,
  savedItemsFeature,
  doNotCallFeature,
  organizationsFeature,
  agentRequestsFeature,
  billingFeature,
  apiKeysFeature,
  localApiFeature,
  activityFeature,
  outboxFeature,
  syncFeature,
  connectionFeature,
  backupsFeature,
  windowLockFeature,
  workspacesFeature,
  settingsFeature,
] as const satisfies readonly Feature[];

/** The keys that a part has in any feature. Assigned to a record of all keys, it does not compile if one is missing. */
export type KeyOfPart<Name extends keyof Feature> = KeyIn<(typeof features)[number], Name>;

type KeyIn<Part, Name extends keyof Feature> = Part extends Readonly<Record<Name, infer Value>> ? keyof Value : never;
