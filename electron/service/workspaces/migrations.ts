import { activitySchema } from '../features/activity/activity-schema.ts';
import { agentRequestsSchema } from '../features/agent-requests/agent-requests-schema.ts';
import { agentsSchema } from '../features/agents/agents-schema.ts';
import { apiKeysSchema } from '../features/api-keys/api-keys-schema.ts';
import { billingSchema } from '../features/billing/billing-schema.ts';
import { callsSchema } from '../features/calls/calls-schema.ts';
import { followUpsSchema } from '../features/calls/follow-ups/follow-ups-schema.ts';
import { outcomeSchema } from '../features/calls/outcome/outcome-schema.ts';
import { scorecardSchema } from '../features/calls/scorecard/scorecard-schema.ts';
import { connectionSchema } from '../features/connection/connection-schema.ts';
import { doNotCallSchema } from '../features/do-not-call/do-not-call-schema.ts';
import { insightsSchema } from '../features/insights/insights-schema.ts';
import { knowledgeSchema } from '../features/knowledge/knowledge-schema.ts';
import { languageModelSchema } from '../features/language-model/language-model-schema.ts';
import { organizationsSchema } from '../features/organizations/organizations-schema.ts';
import { outboxSchema } from '../features/outbox/outbox-schema.ts';
import { recordingsSchema } from '../features/recordings/recordings-schema.ts';
import { remoteItemSchema } from '../features/remote/remote-item-schema.ts';
import { speechServerSchema } from '../features/speech-server/speech-server-schema.ts';
import { savedItemsSchema } from '../features/saved-items/saved-items-schema.ts';
import { syncSchema } from '../features/sync/sync-schema.ts';
import type { Migration } from '../platform/db/migrate.ts';
import { changesSchema } from '../platform/changes/changes-schema.ts';
import { firstVersion } from '../platform/db/unreleased-version.ts';
import { idempotencySchema } from '../platform/http/idempotency-schema.ts';
import { workspaceSchema } from './workspace-schema.ts';

/**
 * The tables of a workspace. Each part comes after the tables to which it refers. In all parts, times are milliseconds since the
 * epoch, money is in cents, flags are 0 or 1, and durations and sizes have their unit in the name. A text such as `call_id` is the
 * ID that routes use; an integer `id`, and a column named like a table, such as `call`, are row ids that never leave the service.
 */
const firstSchema = [
  organizationsSchema,
  workspaceSchema,
  apiKeysSchema,
  idempotencySchema,
  changesSchema,
  activitySchema,
  knowledgeSchema,
  agentsSchema,
  languageModelSchema,
  speechServerSchema,
  agentRequestsSchema,
  callsSchema,
  outcomeSchema,
  followUpsSchema,
  recordingsSchema,
  insightsSchema,
  scorecardSchema,
  billingSchema,
  doNotCallSchema,
  savedItemsSchema,
  connectionSchema,
  remoteItemSchema,
  outboxSchema,
  syncSchema,
].join('');

/**
 * The versions of the database of a workspace, in order. A released entry never changes, and neither do the parts of the first: a
 * later change is another entry with the next number, in a file such as `migrations/0102-call-language.ts` beside this one.
 */
export const migrations: readonly Migration[] = [{ version: firstVersion, up: firstSchema }];
