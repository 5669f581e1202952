import type { ServiceEvent } from '../../../../shared/contract/events.ts';
import { limits } from '../../../../shared/contract/limits.ts';
import { renamedKinds } from '../../../../shared/organization/saved-items.ts';
import { formatFollowUpSubject, formatOutcomeSubject, formatScoreSubject } from '../../../../shared/workspaces/sync.ts';
import type { Database } from '../../platform/db/database.ts';
import { findCall, type CallRow } from '../calls/call-queries.ts';
import { readReviewSnapshots, replaceReview } from '../calls/call-review-queries.ts';
import { deleteNote, findNote } from '../calls/note-queries.ts';
import { listSetters, replaceSetters, type StoredSetter } from '../calls/review-author-queries.ts';
import { toAuthorFields, toLocalMember } from '../calls/remote/remote-authors.ts';
import { storeRemoteFollowUp } from '../calls/follow-ups/store-remote-follow-up.ts';
import { storeRemoteOutcome } from '../calls/outcome/store-remote-outcome.ts';
import { storeRemoteNote } from '../calls/remote/store-remote-note.ts';
import * as criteria from '../calls/scorecard/criterion-queries.ts';
import { deleteScore, findScore, upsertScore } from '../calls/scorecard/score-queries.ts';
import { deleteRemoteItem, findByRemoteId, findRemoteItem, storeRemoteItem } from '../remote/remote-item-queries.ts';
import type { RemoteChange } from '../remote/work-schemas.ts';
import { toLocalItem } from '../saved-items/remote-saved-item.ts';
import * as saved from '../saved-items/saved-item-queries.ts';
import type { PendingWork } from './pending-work.ts';

type Kind = RemoteChange['kind'];
type ChangeOf<K extends Kind> = Extract<RemoteChange, { readonly kind: K }>;

/** A remote with more criteria or saved items than this is not trusted. */
const criteriaMax = 5 * limits.criteria;
const savedItemsMax = 2 * limits.savedItems;

/**
 * The result of a change. `same`: it was known. `pending`: this workspace has a change of the same item that waits for the remote.
 * `unknown_call` and `unknown_criterion`: the item is about one that is not stored here. `invalid`: it cannot be stored.
 */
export type StoredChange = 'stored' | 'same' | 'pending' | 'unknown_call' | 'unknown_criterion' | 'invalid';

type ChangeStore = {
  readonly db: Database;
  readonly orgId: string;
  readonly now: () => number;
  /** Items with a change that is not sent yet keep it. */
  readonly pending: PendingWork;
  /** Called after a call has another outcome. */
  readonly onOutcome: (call: CallRow) => void;
};

/** Stores a change of the remote in the open transaction. */
export function storeChange(store: ChangeStore, change: RemoteChange): StoredChange {
  switch (change.kind) {
    case 'review':
      return storeReview(store, change);
    case 'note':
      return storeNote(store, change);
    case 'score':
      return storeScore(store, change);
    case 'outcome':
      return storeOutcome(store, change);
    case 'follow_up':
      return storeFollowUp(store, change);
    case 'criterion':
      return storeCriterion(store, change);
    case 'saved_item':
      return storeSavedItem(store, change);
  }
}

/** Returns the event of a stored change. `localCallId` is the call as it is known here. */
export function describeChange(change: RemoteChange, localCallId: string): ServiceEvent {
  switch (change.kind) {
    case 'review':
      return { type: 'call_review.changed', call_id: localCallId };
    case 'note':
      return { type: 'notes.changed', call_id: localCallId };
    case 'score':
      return { type: 'scorecard.changed', call_id: localCallId };
    case 'outcome':
      return { type: 'call_outcome.changed', call_id: localCallId };
    case 'follow_up':
      return { type: 'follow_ups.changed', call_id: localCallId };
    case 'criterion':
      return { type: 'scorecard_criteria.changed' };
    case 'saved_item':
      return { type: 'saved_items.changed' };
  }
}

export function findLocalCall({ db, orgId }: Pick<ChangeStore, 'db' | 'orgId'>, remoteId: string) {
  const item = findByRemoteId(db, 'call', remoteId);
  return item && findCall(db, orgId, item.local_id);
}

function storeReview(store: ChangeStore, { call_id, review }: ChangeOf<'review'>): StoredChange {
  const { db, pending } = store;
  if (!review) return 'same';
  const call = findLocalCall(store, call_id);
  if (!call) return 'unknown_call';
  if (pending.hasReview(call.call_id)) return 'pending';
  const assignee_id = toLocalMember(db, review.assignee?.user_id ?? null);
  const known = readReviewSnapshots(db, [call.id]).get(call.id);
  const next = { tags: review.tags, review_state: review.review_state, assignee_id };
  const setters = review.set_by && readSetters(db, review.set_by);
  const isSame =
    known?.review_state === next.review_state &&
    known.assignee_id === assignee_id &&
    (setters === null || JSON.stringify(listSetters(db, call.id)) === JSON.stringify(setters)) &&
    JSON.stringify(known.tags.toSorted()) === JSON.stringify(next.tags.toSorted());
  if (isSame) return 'same';
  replaceReview(db, call.id, next);
  if (setters) replaceSetters(db, call.id, setters);
  return 'stored';
}

const formatField = ({ field, tag }: StoredSetter) => `${field} ${tag.toLowerCase()}`;

type RemoteSetters = NonNullable<NonNullable<ChangeOf<'review'>['review']>['set_by']>;

/** Returns who set the fields of a review, as it is stored here: each field once, in the order of the table. */
function readSetters(db: Database, remote: RemoteSetters): readonly StoredSetter[] {
  const setters = remote.map(({ field, tag, by, at }): StoredSetter => ({
    field,
    tag: field === 'tag' ? (tag ?? '') : '',
    ...toAuthorFields(db, by),
    set_at: at,
  }));
  const unique = new Map(setters.map((setter) => [formatField(setter), setter]));
  return [...unique.values()].toSorted((a, b) => (formatField(a) < formatField(b) ? -1 : 1));
}

function storeNote(store: ChangeStore, { call_id, note_id, note }: ChangeOf<'note'>): StoredChange {
  const { db, pending } = store;
  if (pending.hasSubject(note_id)) return 'pending';
  const known = findNote(db, note_id);
  // A note that the remote never had stays.
  if (!note && (!known || known.base_versions === null)) return 'same';
  const call = findLocalCall(store, call_id);
  if (!call) return 'unknown_call';
  if (note && note.note_id !== note_id) return 'invalid';
  if (note) return storeRemoteNote(db, call.id, note) ? 'stored' : 'invalid';
  if (known?.call !== call.id) return 'invalid';
  deleteNote(db, known);
  return 'stored';
}

function storeScore(store: ChangeStore, { call_id, criterion_id, score }: ChangeOf<'score'>): StoredChange {
  const { db, orgId, pending } = store;
  const call = findLocalCall(store, call_id);
  if (!call) return 'unknown_call';
  const criterion = criteria.findCriterion(db, orgId, criterion_id);
  if (!criterion) return score ? 'unknown_criterion' : 'same';
  if (pending.hasSubject(formatScoreSubject(call.call_id, criterion_id))) return 'pending';
  const known = findScore(db, call.id, criterion.id);
  if (!score) {
    if (!known) return 'same';
    deleteScore(db, call.id, criterion.id);
    return 'stored';
  }
  const { author_id, key_id, author_name } = toAuthorFields(db, score.decision.by);
  const next = { criterion: criterion.id, answer: score.answer, reviewer_id: author_id, key_id, author_name };
  const decided_at = score.decision.at;
  const isSame = known?.answer === next.answer && known.decided_at === decided_at && known.key_id === key_id;
  if (isSame) return 'same';
  upsertScore(db, call.id, { ...next, decided_at });
  return 'stored';
}

function storeOutcome(store: ChangeStore, { call_id, outcome }: ChangeOf<'outcome'>): StoredChange {
  const { db, pending } = store;
  if (!outcome) return 'same';
  const call = findLocalCall(store, call_id);
  if (!call) return 'unknown_call';
  if (pending.hasSubject(formatOutcomeSubject(call.call_id))) return 'pending';
  const hasChanged = storeRemoteOutcome(db, call, outcome);
  if (hasChanged && outcome.disposition !== call.disposition)
    store.onOutcome({ ...call, disposition: outcome.disposition });
  return hasChanged === null ? 'invalid' : hasChanged ? 'stored' : 'same';
}

function storeFollowUp(store: ChangeStore, { call_id, follow_up, content }: ChangeOf<'follow_up'>): StoredChange {
  const { db, pending } = store;
  const call = findLocalCall(store, call_id);
  if (!call) return content ? 'unknown_call' : 'same';
  if (pending.hasSubject(formatFollowUpSubject(call.call_id, follow_up))) return 'pending';
  const hasChanged = storeRemoteFollowUp(db, call, follow_up, content);
  return hasChanged === null ? 'invalid' : hasChanged ? 'stored' : 'same';
}

function storeCriterion(store: ChangeStore, { criterion_id, criterion }: ChangeOf<'criterion'>): StoredChange {
  const { db, orgId, pending, now } = store;
  if (pending.hasSubject(criterion_id)) return 'pending';
  const known = criteria.findCriterion(db, orgId, criterion_id);
  if (!criterion) {
    if (!known || known.deleted_at !== null || !findRemoteItem(db, 'criterion', criterion_id)) return 'same';
    criteria.setCriterionDeleted(db, known.id, now());
    return 'stored';
  }
  if (!known) {
    if (criteria.listCriteria(db, orgId).length >= criteriaMax) return 'invalid';
    criteria.insertCriterion(db, orgId, criterion_id, criterion);
  } else {
    if (known.deleted_at !== null) criteria.setCriterionDeleted(db, known.id, null);
    criteria.updateCriterion(db, known.id, criterion);
  }
  storeRemoteItem(db, { kind: 'criterion', local_id: criterion_id, remote_id: criterion_id });
  const row = criteria.findCriterion(db, orgId, criterion_id);
  if (row && criteria.findCriterionIndex(db, orgId, row.id) !== criterion.index)
    criteria.moveCriterion(db, orgId, row.id, criterion.index);
  return 'stored';
}

function storeSavedItem(store: ChangeStore, { saved_id, item }: ChangeOf<'saved_item'>): StoredChange {
  const { db, orgId, pending } = store;
  const mapped = findByRemoteId(db, 'saved_item', saved_id)?.local_id;
  if (!item) {
    if (mapped === undefined) return 'same';
    if (pending.hasSubject(mapped)) return 'pending';
    deleteRemoteItem(db, 'saved_item', mapped);
    saved.deleteSavedItem(db, orgId, mapped);
    return 'stored';
  }
  if (!renamedKinds.includes(item.kind) || item.saved_id !== saved_id) return 'invalid';
  const local = toLocalItem(db, item);
  const sameName = saved.findSavedItem(db, orgId, local.kind, local.name);
  const known = mapped === undefined ? sameName : saved.findSavedItemById(db, orgId, mapped);
  const localId = mapped ?? known?.saved_id ?? saved_id;
  if (pending.hasSubject(localId) || (sameName && pending.hasSubject(sameName.saved_id))) return 'pending';
  const owner = saved.findSavedItemById(db, orgId, localId);
  if (owner && owner.kind !== local.kind) return 'invalid';
  if (!known && saved.countSavedItems(db, orgId) >= savedItemsMax) return 'invalid';
  // The remote uses this name for the changed item, so it no longer has the other one.
  if (sameName && sameName.saved_id !== localId) {
    deleteRemoteItem(db, 'saved_item', sameName.saved_id);
    saved.deleteSavedItem(db, orgId, sameName.saved_id);
  }
  if (known && known.name !== local.name) saved.renameSavedItem(db, orgId, known, local.name);
  saved.upsertSavedItem(db, orgId, { ...local, saved_id: localId });
  storeRemoteItem(db, { kind: 'saved_item', local_id: localId, remote_id: saved_id });
  return 'stored';
}
