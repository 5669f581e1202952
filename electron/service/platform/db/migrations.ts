import { workspaces } from './migrations/0001-workspaces.ts';
import { knowledge } from './migrations/0002-knowledge.ts';
import { calls } from './migrations/0003-calls.ts';
import { billing } from './migrations/0004-billing.ts';
import { agentRequests } from './migrations/0005-agent-requests.ts';
import { activity } from './migrations/0006-activity.ts';
import { citations } from './migrations/0007-citations.ts';
import { plainNames } from './migrations/0008-plain-names.ts';
import { activityGaps } from './migrations/0009-activity-gaps.ts';
import { invoiceReversals } from './migrations/0010-invoice-reversals.ts';
import { doNotCall } from './migrations/0011-do-not-call.ts';
import { freePracticeCalls } from './migrations/0012-free-practice-calls.ts';
import { signingSecretInKeychain } from './migrations/0013-signing-secret-in-keychain.ts';
import { linkedWorkspaces } from './migrations/0014-linked-workspaces.ts';
import { remoteCalls } from './migrations/0015-remote-calls.ts';
import { queuedChangesByKind } from './migrations/0016-queued-changes-by-kind.ts';
import { callReview } from './migrations/0017-call-review.ts';
import { knowledgeGaps } from './migrations/0018-knowledge-gaps.ts';
import { scorecards } from './migrations/0019-scorecards.ts';
import { citationTimes } from './migrations/0020-citation-times.ts';
import { noteSearch } from './migrations/0021-note-search.ts';
import { callCounts } from './migrations/0022-call-counts.ts';
import { noteAuthors } from './migrations/0023-note-authors.ts';
import { callTalk } from './migrations/0024-call-talk.ts';
import { callTotals } from './migrations/0025-call-totals.ts';

export type Migration = { readonly slug: string; readonly up: string };

/** In order. The position in this list, from 1, is the schema version: never move, edit or remove an entry. */
export const migrations: readonly Migration[] = [
  workspaces,
  knowledge,
  calls,
  billing,
  agentRequests,
  activity,
  citations,
  plainNames,
  activityGaps,
  invoiceReversals,
  doNotCall,
  freePracticeCalls,
  signingSecretInKeychain,
  linkedWorkspaces,
  remoteCalls,
  queuedChangesByKind,
  callReview,
  knowledgeGaps,
  scorecards,
  citationTimes,
  noteSearch,
  callCounts,
  noteAuthors,
  callTalk,
  callTotals,
];
