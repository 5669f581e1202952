import type { CallFilter } from '../../../../shared/calls/call-filter.ts';
import type { CallSortField } from '../../../../shared/calls/calls.ts';
import { noAssignee } from '../../../../shared/calls/call-review-fields.ts';
import { isSameName } from '../../../../shared/text/plain-text.ts';
import type { Database, SqlValue } from '../../platform/db/database.ts';
import { listSearchedDigits } from '../../platform/phone-numbers.ts';
import { findCallByRowId, type CallRow } from './call-queries.ts';
import { listTagsLike } from './call-review-queries.ts';
import { outcomeSuccessSql } from './outcome-success-sql.ts';
import { reviewerColumn } from './scorecard/score-queries.ts';
import { buildTotalCondition } from './scorecard/total-queries.ts';
import { findTagsByTerms, parseSearchTerms, type SearchTerm } from './call-search.ts';

/** The default order is the order of the row ids, in which calls are placed. */
export const sortColumns = {
  created: null,
  agent: 'agent_name',
  recipient: 'recipient_number',
  status: 'status',
  disposition: 'disposition',
  duration: 'duration_seconds',
} as const satisfies Record<CallSortField, string | null>;

export type SortColumn = Exclude<(typeof sortColumns)[CallSortField], null>;

/** The number of recent calls that are searched for recent recipients. */
const maxRecentCallsScanned = 300;

/** Lists calls with a row id below `before`, and not below `from` if it is given, newest first. `withoutTrials` leaves out trials. */
export function listCallsBefore(
  db: Database,
  orgId: string,
  filter: CallFilter,
  page: { readonly before: number; readonly from?: number; readonly limit: number; readonly withoutTrials?: boolean },
): readonly CallRow[] {
  const toTrialCondition = (id: string) => (page.withoutTrials ? `AND ${id} NOT IN (SELECT call FROM trial_call)` : '');
  const selections = buildSelectionsById(db, orgId, filter).map((selection) => ({
    ...selection,
    sql: `${selection.sql} AND ${selection.idColumn} < ? AND ${selection.idColumn} >= ? ${toTrialCondition(selection.idColumn)}`,
    values: [...selection.values, page.before, page.from ?? 0],
  }));
  const { sql, values } = joinSelections(selections, 'ORDER BY id DESC');
  const ids = db.all<{ readonly id: number }>(`${sql} LIMIT ?`, ...values, page.limit);
  return readCallRows(db, orgId, ids);
}

export type CallListOptions = {
  readonly sort: CallSortField;
  readonly descending: boolean;
  readonly offset: number;
  readonly limit: number;
};

/** Lists a range of the calls in the requested order. Calls with equal values are in the order of their row ids. */
export function listCallsInOrder(
  db: Database,
  orgId: string,
  filter: CallFilter,
  { sort, descending, offset, limit }: CallListOptions,
): readonly CallRow[] {
  const column = sortColumns[sort];
  const direction = descending ? 'DESC' : 'ASC';
  // Only ids, which a covering index returns without reading the skipped rows.
  const { sql, values } =
    column === null
      ? joinSelections(buildSelectionsById(db, orgId, filter), `ORDER BY id ${direction}`)
      : joinSelections(
          [buildSelection(db, orgId, filter)],
          `ORDER BY ${orderByColumn(column, !descending)}, call.id ${direction}`,
        );
  const ids = db.all<{ readonly id: number }>(`${sql} LIMIT ? OFFSET ?`, ...values, limit, offset);
  return readCallRows(db, orgId, ids);
}

/** Orders by a column. NULL precedes every value, as in the index of SQLite. */
export function orderByColumn(column: SortColumn, isAscending: boolean): string {
  const nulls = column !== 'disposition' ? '' : isAscending ? ' NULLS FIRST' : ' NULLS LAST';
  return `call.${column} ${isAscending ? 'ASC' : 'DESC'}${nulls}`;
}

/** Lists the row ids of all calls that match a filter. */
export function listCallIds(db: Database, orgId: string, filter: CallFilter): readonly number[] {
  const { sql, values } = joinSelections(buildSelectionsById(db, orgId, filter), 'ORDER BY id');
  return db.all<{ readonly id: number }>(sql, ...values).map(({ id }) => id);
}

/** A filter of the contract, or of the calls without a date. */
type Filter = CallFilter & { readonly isWithoutDate?: boolean };

/** Counts the calls that match a filter. */
export function countCalls(db: Database, orgId: string, filter: Filter): number {
  const count = (sql: string, values: readonly SqlValue[], counted = '*') =>
    db.get<{ readonly total: number }>(`SELECT count(${counted}) AS total FROM ${sql}`, ...values)?.total ?? 0;
  const search = canCountBySearch(db, orgId, filter) ? parseSearch(db, filter.text ?? '') : null;
  if (search) {
    const [transcripts, ...others] = selectMatches(search);
    const found = transcripts ? count(`(${transcripts.sql}) AS found`, transcripts.values) : 0;
    if (!transcripts || others.length === 0) return found;
    const { sql, values } = joinUnion(others);
    const isOther = `id NOT IN (${transcripts.sql})`;
    // A call can have several of the tags.
    return found + count(`(${sql}) AS found WHERE ${isOther}`, [...values, ...transcripts.values], 'DISTINCT id');
  }
  const selections = buildSelectionsById(db, orgId, filter);
  const [first, ...others] = selections;
  if (first && others.length === 0) return count(first.sql, first.values);
  const { sql, values } = joinSelections(selections, '');
  return count(`(${sql}) AS found`, values);
}

/** Counts the calls without a date that match a filter, apart from its dates. */
export function countCallsWithoutDate(db: Database, orgId: string, filter: CallFilter): number {
  const sql = 'SELECT 1 FROM call INDEXED BY call_without_date WHERE org_id = ? AND created_at IS NULL LIMIT 1';
  if (db.get(sql, orgId) === undefined) return 0;
  const { from: _from, to: _to, ...others } = filter;
  return countCalls(db, orgId, { ...others, isWithoutDate: true });
}

/** Lists the dispositions of completed calls in alphabetical order. */
export function listDispositions(db: Database, orgId: string): readonly string[] {
  // Skips from one disposition to the next in the index, because there are few of them and many calls.
  return db
    .all<{ readonly disposition: string }>(
      `WITH RECURSIVE each (disposition) AS (
         SELECT min(disposition) FROM call WHERE org_id = ?1
         UNION ALL
         SELECT (SELECT min(disposition) FROM call WHERE org_id = ?1 AND call.disposition > each.disposition)
         FROM each WHERE each.disposition IS NOT NULL
       )
       SELECT disposition FROM each WHERE disposition IS NOT NULL`,
      orgId,
    )
    .map(({ disposition }) => disposition);
}

type DatedCall = CallRow & { readonly created_at: number };

/** Lists the most recently called numbers, each with its latest call, newest first. */
export function listLatestCallPerNumber(db: Database, orgId: string, limit: number): readonly DatedCall[] {
  const latest = db.all<{ readonly id: number }>(
    `SELECT max(id) AS id FROM (
       SELECT id, recipient_number FROM call WHERE org_id = ? ORDER BY id DESC LIMIT ${maxRecentCallsScanned}
     ) AS latest WHERE recipient_number <> '' GROUP BY recipient_number ORDER BY id DESC LIMIT ?`,
    orgId,
    limit,
  );
  return readCallRows(db, orgId, latest).filter((row): row is DatedCall => row.created_at !== null);
}

function readCallRows(db: Database, orgId: string, ids: readonly { readonly id: number }[]): readonly CallRow[] {
  return ids.flatMap(({ id }) => findCallByRowId(db, orgId, id) ?? []);
}

export type SqlCondition = { readonly sql: string; readonly values: readonly SqlValue[] };

/** The SQL after FROM, its values, and the id column for the default order. */
export type CallSelection = SqlCondition & { readonly idColumn: 'call.id' | SearchIndex['idColumn'] };

/** The full-text tables, whose row ids are the calls'. `call_fts` is first, because most words occur in transcripts only. */
const searchTables = ['call_fts', 'call_metadata_fts', 'note_fts'] as const;

type SearchTable = (typeof searchTables)[number];

/** Where a search finds calls. The matches of a full-text table are in the order of the ids of the calls. */
type SearchIndex = {
  readonly from: string;
  readonly idColumn: `${SearchTable}.rowid` | 'call_tag.call' | 'spread.id';
  readonly condition: SqlCondition;
};

/** Returns the indexes that contain all words of a search, `call_fts` first. Returns null if nothing can match. */
function parseSearch(db: Database, text: string): readonly SearchIndex[] | null {
  const terms = parseSearchTerms(db, text);
  if (terms.length === 0) return null;
  const spread = findSpreadMatches(db, terms);
  return [searchTable(db, 'call_fts', joinTerms(terms)), ...listOtherIndexes(db, terms), ...(spread ? [spread] : [])];
}

const joinTerms = (terms: readonly SearchTerm[]) => terms.map(({ match }) => match).join(' AND ');

function searchTable(db: Database, table: SearchTable, match: string): SearchIndex {
  if (db.file)
    return { from: table, idColumn: `${table}.rowid`, condition: { sql: `${table} MATCH ?`, values: [match] } };
  // The full-text tables are in a database of their own.
  const sql = `SELECT rowid AS id FROM ${table} WHERE ${table} MATCH ?`;
  const ids = db.searchIndex.all<{ readonly id: number }>(sql, match).map(({ id }) => id);
  return {
    from: '(SELECT CAST(value AS BIGINT) AS id FROM json_each(?)) AS spread',
    idColumn: 'spread.id',
    condition: { sql: 'TRUE', values: [JSON.stringify(ids)] },
  };
}

/** Returns the indexes other than `call_fts` that contain all words. */
function listOtherIndexes(db: Database, terms: readonly SearchTerm[]): readonly SearchIndex[] {
  const match = joinTerms(terms);
  const hasMatch = (table: SearchTable) =>
    db.searchIndex.get(`SELECT 1 FROM ${table} WHERE ${table} MATCH ? LIMIT 1`, match) !== undefined;
  const indexes = searchTables
    .filter((table) => table !== 'call_fts' && hasMatch(table))
    .map((table) => searchTable(db, table, match));
  const tags = findTagsByTerms(db, terms);
  if (tags.length === 0) return indexes;
  const hasTag = { sql: 'call_tag.tag IN (SELECT value FROM json_each(?))', values: [JSON.stringify(tags)] };
  return [...indexes, { from: 'call_tag INDEXED BY call_tag_by_tag', idColumn: 'call_tag.call', condition: hasTag }];
}

/** So many transcripts with all words are enough to look through: calls with the words in several places are not added. */
const manyMatches = 500;

function hasManyMatches(db: Database, terms: readonly SearchTerm[]): boolean {
  const sql = 'SELECT count(*) AS found FROM (SELECT 1 FROM call_fts WHERE call_fts MATCH ? LIMIT ?)';
  const row = db.searchIndex.get<{ readonly found: number }>(sql, joinTerms(terms), manyMatches);
  return (row?.found ?? 0) >= manyMatches;
}

/** A search with more words is a quotation, which is not spread over several places. */
const spreadWordsMax = 6;

/**
 * Finds the calls whose words are spread: a name in the metadata and a word in the transcript. Words that occur in transcripts only
 * are looked up together. Returns null if each word occurs in transcripts only, or if many transcripts have all words.
 */
function findSpreadMatches(db: Database, terms: readonly SearchTerm[]): SearchIndex | null {
  if (terms.length < 2 || terms.length > spreadWordsMax || hasManyMatches(db, terms)) return null;
  const places = terms.map((term) => ({ term, others: listOtherIndexes(db, [term]) }));
  const spoken = places.filter(({ others }) => others.length === 0).map(({ term }) => term);
  if (spoken.length === terms.length) return null;
  const sets = [
    ...(spoken.length > 0 ? [[searchTable(db, 'call_fts', joinTerms(spoken))]] : []),
    ...places
      .filter(({ others }) => others.length > 0)
      .map(({ term, others }) => [searchTable(db, 'call_fts', term.match), ...others]),
  ].map((indexes) => joinUnion(selectMatches(indexes)));
  const sql = sets.map((set) => `SELECT id FROM (${set.sql}) AS found`).join(' INTERSECT ');
  return {
    from: `(${sql}) AS spread`,
    idColumn: 'spread.id',
    condition: { sql: 'TRUE', values: sets.flatMap(({ values }) => values) },
  };
}

/** Builds the query for the ids of the calls with a match in each index. */
function selectMatches(search: readonly SearchIndex[]): readonly SqlCondition[] {
  return search.map(({ from, idColumn, condition }) => ({
    sql: `SELECT ${idColumn} AS id FROM ${from} WHERE ${condition.sql}`,
    values: condition.values,
  }));
}

function joinUnion(queries: readonly SqlCondition[]): SqlCondition {
  return { sql: queries.map(({ sql }) => sql).join(' UNION '), values: queries.flatMap(({ values }) => values) };
}

/** Builds the selection of the calls that match a filter, for an order other than by id. */
export function buildSelection(db: Database, orgId: string, filter: CallFilter): CallSelection {
  const conditions = buildConditions(db, orgId, filter);
  if (!filter.text) return selectCalls(conditions);
  const search = parseSearch(db, filter.text);
  if (search === null) return selectNoCalls();
  const found = joinUnion(selectMatches(search));
  const isFound: SqlCondition = { sql: `call.id IN (${found.sql})`, values: found.values };
  return joinConditions('call INDEXED BY call_by_filter', [isFound, ...conditions]);
}

/**
 * Builds the selections whose union is the calls that match a filter, for the order of the ids. A search follows the full-text
 * indexes, which are in this order, so that it can stop early.
 */
export function buildSelectionsById(db: Database, orgId: string, filter: Filter): readonly CallSelection[] {
  const conditions = buildConditions(db, orgId, filter);
  if (!filter.text) return [selectCalls(conditions)];
  const search = parseSearch(db, filter.text);
  if (search === null) return [selectNoCalls()];
  return search.map(({ from, idColumn, condition }) => ({
    ...joinConditions(`${from} CROSS JOIN call ON call.id = ${idColumn}`, [condition, ...conditions]),
    idColumn,
  }));
}

function buildConditions(db: Database, orgId: string, filter: Filter): readonly SqlCondition[] {
  return [{ sql: 'call.org_id = ?', values: [orgId] }, ...buildFilterConditions(db, orgId, filter)];
}

/** Without the index of the filter, SQLite would use the index of the order and read every call. */
function selectCalls(conditions: readonly SqlCondition[]): CallSelection {
  return joinConditions(`call ${conditions.length > 1 ? 'INDEXED BY call_by_filter' : ''}`, conditions);
}

function selectNoCalls(): CallSelection {
  return joinConditions('call', [{ sql: 'FALSE', values: [] }]);
}

/** If the database contains one organization, a search is counted without reading its calls. */
function canCountBySearch(db: Database, orgId: string, filter: Filter): boolean {
  if (!filter.text || buildFilterConditions(db, orgId, filter).length > 0) return false;
  return db.all('SELECT 1 FROM organization LIMIT 2').length <= 1;
}

/** Builds the query for the ids of all calls of the selections, with an `ORDER BY`. */
export function joinSelections(selections: readonly CallSelection[], orderBy: string): SqlCondition {
  const queries = selections.map(({ sql, values, idColumn }) => ({
    sql: `SELECT ${idColumn} AS id FROM ${sql}`,
    values,
  }));
  const { sql, values } = joinUnion(queries);
  return { sql: `${sql} ${orderBy}`, values };
}

function joinConditions(from: string, conditions: readonly SqlCondition[]): CallSelection {
  return {
    sql: `${from} WHERE ${conditions.map(({ sql }) => sql).join(' AND ')}`,
    values: conditions.flatMap(({ values }) => values),
    idColumn: 'call.id',
  };
}

function buildFilterConditions(db: Database, orgId: string, filter: Filter): readonly SqlCondition[] {
  return [
    toCondition('call.status = ?', filter.status),
    toCondition('call.agent_id = ?', filter.agent),
    toDispositionCondition(db, orgId, filter.disposition),
    filter.outcome_group ? { sql: `${outcomeSuccessSql('call.')} = 1`, values: [] } : null,
    filter.mode === 'not_practice'
      ? { sql: `call.mode NOT IN ('practice', 'trial')`, values: [] }
      : toCondition('call.mode = ?', filter.mode),
    toCondition('call.review_state = ?', filter.review_state),
    toAssigneeCondition(filter.assignee),
    filter.tag === undefined ? null : toTagCondition(db, filter.tag),
    toScoreStateCondition(filter.score_state),
    buildTotalCondition(db, orgId, filter),
    toCondition(`call.id IN (${scoredCalls} AND ${reviewerColumn} = ?)`, filter.reviewer),
    toNotesCondition(filter.notes),
    toTalkCondition('agent_percent >= ?', filter.agent_talk_percent_min),
    toTalkCondition('monologue_ms >= 1000 * ?', filter.monologue_seconds_min),
    toTalkCondition('interruptions >= ?', filter.interruptions_min),
    toTalkCondition('questions >= ?', filter.questions_min),
    filter.number === undefined ? null : toNumberCondition(filter.number),
    toCondition('call.created_at >= ?', filter.from && Date.parse(filter.from)),
    toCondition('call.created_at < ?', filter.to && Date.parse(filter.to)),
    filter.isWithoutDate ? { sql: 'call.created_at IS NULL', values: [] } : null,
  ].filter((condition) => condition !== null);
}

function toNumberCondition(digits: string): SqlCondition {
  const values = listSearchedDigits(digits);
  return { sql: `(${values.map(() => 'instr(call.recipient_number, ?) > 0').join(' OR ')})`, values };
}

/** SQLite ignores only the case of ASCII letters. */
function toDispositionCondition(db: Database, orgId: string, disposition: string | undefined): SqlCondition | null {
  if (disposition === undefined || /^\p{ASCII}*$/u.test(disposition))
    return toCondition('call.disposition = ?', disposition);
  const known = listDispositions(db, orgId).filter((one) => isSameName(one, disposition));
  return { sql: 'call.disposition IN (SELECT value FROM json_each(?))', values: [JSON.stringify(known)] };
}

function toTagCondition(db: Database, tag: string): SqlCondition {
  const sql = 'call.id IN (SELECT call FROM call_tag WHERE tag IN (SELECT value FROM json_each(?)))';
  return { sql, values: [JSON.stringify(listTagsLike(db, tag))] };
}

function toAssigneeCondition(assignee: string | undefined): SqlCondition | null {
  if (assignee === noAssignee) return { sql: 'call.assignee_id IS NULL', values: [] };
  return toCondition('call.assignee_id = ?', assignee);
}

/** A deleted criterion is not part of the scorecard. */
const scoredCalls = `SELECT call_score.call FROM call_score JOIN criterion ON criterion.id = call_score.criterion
  WHERE criterion.deleted_at IS NULL`;

function toScoreStateCondition(state: CallFilter['score_state']): SqlCondition | null {
  if (state === undefined) return null;
  return { sql: `call.id ${state === 'scored' ? 'IN' : 'NOT IN'} (${scoredCalls})`, values: [] };
}

function toNotesCondition(notes: CallFilter['notes']): SqlCondition | null {
  if (notes === undefined) return null;
  return { sql: `call.id ${notes === 'with_notes' ? 'IN' : 'NOT IN'} (SELECT call FROM note)`, values: [] };
}

function toTalkCondition(sql: string, value: number | undefined): SqlCondition | null {
  return toCondition(`call.id IN (SELECT call FROM call_talk WHERE ${sql})`, value);
}

function toCondition(sql: string, value: string | number | undefined): SqlCondition | null {
  return value === undefined ? null : { sql, values: [value] };
}
