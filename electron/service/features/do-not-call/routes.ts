import { createHash } from 'node:crypto';
import { v1Routes } from '../../../../shared/contract.ts';
import type { DoNotCallImport } from '../../../../shared/do-not-call.ts';
import { Problem } from '../../../../shared/problems.ts';
import { normalizePhoneNumber, recipientNumberPattern } from '../../../../shared/recipient-number.ts';
import type { Database } from '../../platform/db/database.ts';
import { formatCsvLines } from '../../platform/http/csv-lines.ts';
import { bindRoute, type RouteTree } from '../../platform/http/route-tree.ts';
import { addNumber } from './do-not-call-list.ts';
import { deleteEntry, findEntryByNumber, listEntries } from './do-not-call-queries.ts';
import { parseImport, type ParsedImport } from './import-numbers.ts';

/** The part of the calls that stops those to listed numbers. */
type CallCanceler = { readonly calls: { readonly cancelListed: () => void } };

export function addDoNotCallRoutes(tree: RouteTree<CallCanceler>): void {
  bindRoute(tree, v1Routes.listDoNotCallEntries, ({ db, orgId, query }) => {
    const found = query.number === undefined ? null : findEntryByNumber(db, orgId, query.number);
    const data = found === null ? [...listEntries(db, orgId)] : found ? [found] : [];
    return { body: { data, total: data.length } };
  });

  bindRoute(tree, v1Routes.addDoNotCallEntry, (ctx) => {
    const { db, orgId, json, services } = ctx;
    const recipient_number = normalizePhoneNumber(json.recipient_number);
    if (!recipientNumberPattern.test(recipient_number)) throw createNumberProblem();
    ctx.setAuditSubject({ label: recipient_number });
    return ctx.commitOnce(JSON.stringify(json), () => {
      addNumber(ctx, orgId, { recipient_number, reason: json.reason, source: 'manual', call_id: null });
      services.calls.cancelListed();
      const entry = findEntryByNumber(db, orgId, recipient_number);
      if (!entry) throw new Error('The entry was not stored.');
      return { body: entry };
    });
  });

  bindRoute(tree, v1Routes.removeDoNotCallEntry, (ctx) =>
    ctx.commit(() => {
      const entry = deleteEntry(ctx.db, ctx.orgId, ctx.params.entry_id);
      if (!entry)
        throw new Problem(
          'do_not_call_entry_not_found',
          `The do-not-call list has no entry with the ID ${JSON.stringify(ctx.params.entry_id)}.`,
        );
      ctx.setAuditSubject({ label: entry.recipient_number });
      ctx.events.publish({ type: 'do_not_call.changed' }, ctx.orgId);
      return { body: entry };
    }),
  );

  bindRoute(tree, v1Routes.previewDoNotCallImport, ({ db, orgId, json, commitOnce }) =>
    commitOnce(hash(json.csv), () => ({ body: previewImport(db, orgId, parseImport(json.csv)) })),
  );

  bindRoute(tree, v1Routes.importDoNotCallEntries, (ctx) =>
    ctx.commitOnce(hash(ctx.json.csv), () => {
      const parsed = parseImport(ctx.json.csv);
      const result = previewImport(ctx.db, ctx.orgId, parsed);
      for (const number of parsed.numbers) addNumber(ctx, ctx.orgId, { ...number, source: 'import', call_id: null });
      ctx.services.calls.cancelListed();
      ctx.setAuditSubject({ label: result.added === 1 ? '1 number' : `${result.added} numbers` });
      return { body: result };
    }),
  );

  bindRoute(tree, v1Routes.exportDoNotCallEntries, ({ db, orgId }) => {
    const rows = listEntries(db, orgId).map((entry) => [
      entry.recipient_number,
      entry.reason,
      entry.source,
      entry.call_id ?? '',
      entry.added_at,
    ]);
    const csv = formatCsvLines([['recipient_number', 'reason', 'source', 'call_id', 'added_at'], ...rows]);
    return new Response(csv, {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8; header=present',
        'Content-Disposition': 'attachment; filename="do-not-call.csv"',
        'Cache-Control': 'no-store',
      },
    });
  });
}

function previewImport(db: Database, orgId: string, { numbers, repeated, ...rest }: ParsedImport): DoNotCallImport {
  const added = numbers.filter(({ recipient_number }) => !findEntryByNumber(db, orgId, recipient_number)).length;
  return { added, already_listed: numbers.length - added + repeated, ...rest };
}

function hash(csv: string): string {
  return createHash('sha256').update(csv).digest('hex');
}

function createNumberProblem(): Problem {
  const detail = 'Enter + followed by 7 to 15 digits; the first digit cannot be 0.';
  return new Problem('recipient_number_invalid', detail, { errors: [{ pointer: '/recipient_number', detail }] });
}
