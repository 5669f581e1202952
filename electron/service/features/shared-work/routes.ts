import { v1Routes } from '../../../../shared/contract/contract.ts';
import type { Change } from '../../../../shared/organization/changes.ts';
import { findLastPosition, listChangedItems, type ChangedItem } from '../../platform/changes/change-queries.ts';
import type { Database } from '../../platform/db/database.ts';
import { readCursor, toPage } from '../../platform/http/paging.ts';
import { bindRoute, type RouteTrees } from '../../platform/http/route-tree.ts';
import { findCall, readCallMetadata, toCallFields } from '../calls/call-queries.ts';
import { readAuthoredReview } from '../calls/call-review-queries.ts';
import { findNote, readNote } from '../calls/note-queries.ts';
import { describeFollowUpFields, parseFollowUpName } from '../calls/follow-ups/describe-follow-up.ts';
import { findFollowUp } from '../calls/follow-ups/follow-up-queries.ts';
import { describeSharedOutcome } from '../calls/outcome/describe-outcome.ts';
import { findCriterion, findCriterionIndex, toCriterion } from '../calls/scorecard/criterion-queries.ts';
import { findScore, toDecision } from '../calls/scorecard/score-queries.ts';
import { findSavedItemById } from '../saved-items/saved-item-queries.ts';

/** Characters of a page, after its first item. Notes and metadata can be long. */
const pageLength = 1024 * 1024;

export function addSharedWorkRoutes({ v1: tree }: RouteTrees): void {
  bindRoute(tree, v1Routes.listChanges, ({ db, orgId, query: { of, limit, since, cursor } }) => {
    // A position after the last one comes from a database that an older copy has replaced.
    const start = since > findLastPosition(db) ? 0 : since;
    const filter = { after: readCursor(cursor, start), limit: limit + 1, areCalls: of === 'calls' };
    const rows = listChangedItems(db, filter);
    const texts = readChangeTexts(db, orgId, rows.slice(0, limit));
    const { next_cursor } = toPage(
      rows,
      texts.length,
      ({ position }) => position,
      (last) => last.position,
    );
    return { text: `{"data":[${texts.join()}],"next_cursor":${JSON.stringify(next_cursor)}}`, headers: {} };
  });
}

/** Reads items as JSON, at least one, until the page would be too large. */
function readChangeTexts(db: Database, orgId: string, rows: readonly ChangedItem[]): readonly string[] {
  const texts: string[] = [];
  let length = 0;
  for (const row of rows) {
    const text = JSON.stringify(readChange(db, orgId, row));
    length += text.length;
    if (length > pageLength && texts.length > 0) break;
    texts.push(text);
  }
  return texts;
}

/** Reads an item as it is now. */
function readChange(db: Database, orgId: string, { kind, position, item_id, call_id }: ChangedItem): Change {
  const findCallOfItem = () => findCall(db, orgId, call_id);
  switch (kind) {
    case 'review': {
      const call = findCallOfItem();
      return { kind, position, call_id, review: call ? readAuthoredReview(db, call) : null };
    }
    case 'note': {
      const row = findNote(db, item_id);
      return { kind, position, call_id, note_id: item_id, note: row ? readNote(db, row) : null };
    }
    case 'score': {
      const call = findCallOfItem();
      const criterion = findCriterion(db, orgId, item_id);
      const row = call && criterion ? findScore(db, call.id, criterion.id) : undefined;
      const score = row ? { answer: row.answer, decision: toDecision(row) } : null;
      return { kind, position, call_id, criterion_id: item_id, score };
    }
    case 'outcome': {
      const call = findCallOfItem();
      if (!call) return { kind, position, call_id, outcome: null };
      return { kind, position, call_id, outcome: describeSharedOutcome(db, call) };
    }
    case 'follow_up': {
      const call = findCallOfItem();
      const name = parseFollowUpName(item_id);
      const row = call && name ? findFollowUp(db, call.id, name) : undefined;
      if (!row) return { kind, position, call_id, follow_up: item_id, content: null };
      const { call_id: _, follow_up, ...content } = describeFollowUpFields(row);
      return { kind, position, call_id, follow_up, content };
    }
    case 'criterion': {
      const row = findCriterion(db, orgId, item_id);
      const exists = row !== undefined && row.deleted_at === null;
      const criterion = exists ? { ...toCriterion(row), index: findCriterionIndex(db, orgId, row.id) } : null;
      return { kind, position, criterion_id: item_id, criterion };
    }
    case 'saved_item':
      return { kind, position, saved_id: item_id, item: findSavedItemById(db, orgId, item_id) ?? null };
    case 'call': {
      const call = findCall(db, orgId, item_id);
      return {
        kind,
        position,
        call_id: item_id,
        call: call ? { ...toCallFields(call), metadata: readCallMetadata(db, orgId, call.id) } : null,
      };
    }
  }
}
