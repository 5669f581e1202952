import { v1Routes } from '../../../../shared/contract/contract.ts';
import type { DoNotCallImport } from '../../../../shared/calls/do-not-call.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { Database } from '../../platform/db/database.ts';
import { addNumber, readListedNumber, type CallCanceler } from './do-not-call-list.ts';
import { csvMediaType, createDownload } from '../../platform/http/download.ts';
import { bindRoute, type RouteTrees } from '../../platform/http/route-tree.ts';
import { deleteEntry, findEntryByNumber, listEntries } from './do-not-call-queries.ts';
import { exportEntries, parseImport, type ParsedImport } from './do-not-call-csv.ts';

export function addDoNotCallRoutes({ v1: tree }: RouteTrees<CallCanceler>): void {
  bindRoute(tree, v1Routes.listDoNotCallEntries, ({ db, orgId, query }) => {
    // An unescaped plus in a query is a space.
    const number = query.number?.replace(/^ (?=\d)/, '+');
    const found = number === undefined ? null : findEntryByNumber(db, orgId, number);
    const data = found === null ? [...listEntries(db, orgId)] : found ? [found] : [];
    return { body: { data, total: data.length } };
  });

  bindRoute(tree, v1Routes.addDoNotCallEntry, (ctx) => {
    const { db, orgId, json, services } = ctx;
    const recipient_number = readListedNumber(json.recipient_number);
    ctx.setAuditSubject({ label: recipient_number });
    return ctx.commitOnce(json, () => {
      addNumber(ctx, orgId, { recipient_number, reason: json.reason, source: 'manual', call_id: null });
      services.calls.cancelListed();
      const entry = findEntryByNumber(db, orgId, recipient_number);
      if (!entry) throw new Error('The entry was not stored.');
      return { body: entry };
    });
  });

  bindRoute(tree, v1Routes.removeDoNotCallEntry, ({ db, orgId, events, params, commit, setAuditSubject }) =>
    commit(() => {
      const entry = deleteEntry(db, orgId, params.entry_id);
      if (!entry)
        throw new Problem(
          'do_not_call_entry_not_found',
          `The do-not-call list has no entry with the ID ${JSON.stringify(params.entry_id)}.`,
        );
      setAuditSubject({ label: entry.recipient_number });
      events.publish({ type: 'do_not_call.changed' }, orgId);
      return { body: entry };
    }),
  );

  bindRoute(tree, v1Routes.previewDoNotCallImport, ({ db, orgId, json, commitOnce }) =>
    commitOnce(json.csv, () => ({ body: previewImport(db, orgId, parseImport(json.csv)) })),
  );

  bindRoute(tree, v1Routes.importDoNotCallEntries, (ctx) =>
    ctx.commitOnce(ctx.json.csv, () => {
      const parsed = parseImport(ctx.json.csv);
      const result = previewImport(ctx.db, ctx.orgId, parsed);
      for (const number of parsed.numbers) addNumber(ctx, ctx.orgId, { ...number, source: 'import', call_id: null });
      ctx.services.calls.cancelListed();
      ctx.setAuditSubject({ label: result.added === 1 ? '1 number' : `${result.added} numbers` });
      return { body: result };
    }),
  );

  bindRoute(tree, v1Routes.exportDoNotCallEntries, ({ db, orgId }) =>
    createDownload(exportEntries(db, orgId), { mediaType: csvMediaType, fileName: 'do-not-call.csv' }),
  );
}

function previewImport(db: Database, orgId: string, { numbers, repeated, ...rest }: ParsedImport): DoNotCallImport {
  const added = numbers.filter(({ recipient_number }) => !findEntryByNumber(db, orgId, recipient_number)).length;
  return { added, already_listed: numbers.length - added + repeated, ...rest };
}
