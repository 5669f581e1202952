import { areCallCountsCurrent } from '../../features/insights/insight-queries.ts';
import type { Database, SqlValue } from '../../platform/db/database.ts';

type IntegrityReport = {
  /** Indexes that do not match their tables. They can be rebuilt. */
  readonly damagedIndexes: readonly string[];
  /** The first message about any other damage, which cannot be repaired; null if there is none. */
  readonly damage: string | null;
};

/** What the daily check finds. */
export type CheckReport = IntegrityReport & {
  /** Whether the figures of the insights count the stored calls. They can be counted again. */
  readonly areCallCountsCurrent: boolean;
};

/** A limit, because each row that is missing from an index is a message. */
const maxMessages = 10_000;

const indexMessage = /(?:missing from|wrong # of entries in|values differ from|non-unique entry in) index (.+)$/;

/** Checks tables and indexes completely, of any schema version. Takes seconds for a large database. */
export function checkIntegrity(db: Database): IntegrityReport {
  const messages = listMessages(db);
  const names = messages.map((message) => indexMessage.exec(message)?.[1]);
  return {
    damagedIndexes: [...new Set(names.flatMap((name) => name ?? []))],
    damage: messages.find((_, at) => names[at] === undefined) ?? null,
  };
}

/** Checks a database of the latest schema version completely, with the figures of the insights. */
export function checkCompletely(db: Database): CheckReport {
  const report = checkIntegrity(db);
  // An index that does not match its table can hide calls from a count.
  const canCount = report.damage === null && report.damagedIndexes.length === 0;
  return { ...report, areCallCountsCurrent: !canCount || areCallCountsCurrent(db) };
}

/** A check that cannot be finished is a message as well. */
function listMessages(db: Database): readonly string[] {
  try {
    return db
      .all<{ readonly integrity_check: string }>(`PRAGMA integrity_check(${maxMessages})`)
      .map(({ integrity_check }) => integrity_check)
      .filter((message) => message !== 'ok');
  } catch (error) {
    return [String(error)];
  }
}

export function rebuildIndex(db: Database, name: string): void {
  db.execute(`REINDEX "${name.replaceAll('"', '""')}"`);
}

/** A copy that is deleted after a crash needs no log and no sync. */
export function useAsPrivateCopy(db: Database): void {
  db.execute('PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF;');
}

/** Writes a compact copy without free pages. */
export function vacuumInto(db: Database, path: string): void {
  db.run('VACUUM INTO ?', path);
}

/** Names of the files beside the database that it refers to. */
export function listReferencedFiles(db: Database): {
  readonly originals: ReadonlySet<string>;
  readonly recordings: ReadonlySet<string>;
} {
  const originals = db.all<{ readonly sha256: string }>('SELECT sha256 FROM document');
  const recordings = db.all<{ readonly call_id: string }>('SELECT call_id FROM call JOIN recording ON call = call.id');
  return {
    originals: new Set(originals.map(({ sha256 }) => sha256)),
    recordings: new Set(recordings.map(({ call_id }) => `${call_id}.mp3`)),
  };
}

/**
 * Makes the user decide about the changes of a restored copy that had not been sent when it was made: they may have been sent
 * since. The database of a copy can be older than linked workspaces.
 */
export function askAboutRestoredItems(db: Database): void {
  const hasOutbox = db.get(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'outbox_item'`);
  if (!hasOutbox) return;
  db.run(
    `UPDATE outbox_item SET state = 'unknown', first_sent_at = coalesce(first_sent_at, created_at), next_attempt_at = NULL,
       reason = 'The workspace was restored from a copy. This change may have been sent since the copy was made.'
     WHERE state IN ('queued', 'in_flight', 'held')`,
  );
}

/** The rows that a restore does not take back: who may use the workspace, and who must not be called. */
type Safeguards = Readonly<Record<keyof typeof safeguards, readonly SafeguardRow[]>>;

type SafeguardRow = Readonly<Record<string, SqlValue>>;

const memberColumns = 'user_id, org_id, email, status, invited_at, role, removed_at';
const keyColumns =
  'key_id, org_id, name, role, sha256, hint, created_at, last_used_at, revoked_at, rotated_at, user_id';

/** The tables by name, each after those to which it refers. */
const safeguards = {
  member: {
    columns: memberColumns,
    conflict: `(user_id) DO UPDATE SET (${memberColumns}) = (${listExcluded(memberColumns)})`,
  },
  api_key: {
    columns: keyColumns,
    conflict: `(key_id) DO UPDATE SET (${keyColumns}) = (${listExcluded(keyColumns)})`,
  },
  invitation: {
    columns: 'sha256, user_id, created_at, expires_at, outcome',
    conflict: '(sha256) DO UPDATE SET outcome = excluded.outcome',
  },
  do_not_call: {
    columns: 'entry_id, org_id, recipient_number, reason, source, call_id, added_at',
    conflict: '(org_id, recipient_number) DO NOTHING',
  },
} as const;

function listExcluded(columns: string): string {
  return columns.replaceAll(/\w+/g, 'excluded.$&');
}

/** Reads the rows of each table that can be read: the database can be damaged. */
export function readSafeguards(db: Database): Partial<Safeguards> {
  const tables = Object.entries(safeguards).flatMap(([table, { columns }]) => {
    try {
      return [[table, db.all<SafeguardRow>(`SELECT ${columns} FROM ${table}`)] as const];
    } catch {
      return [];
    }
  });
  return Object.fromEntries(tables);
}

/** Stores them in a copy of an earlier state: what was revoked since stays revoked, and no number leaves the do-not-call list. */
export function storeSafeguards(db: Database, rows: Partial<Safeguards>): void {
  db.transaction(() => {
    for (const [table, { columns, conflict }] of Object.entries(safeguards))
      for (const row of rows[table as keyof Safeguards] ?? []) {
        // a key of the constant
        const values = Object.values(row);
        db.run(
          `INSERT INTO ${table} (${columns}) VALUES (${values.map(() => '?').join(', ')}) ON CONFLICT ${conflict}`,
          ...values,
        );
      }
  });
}
