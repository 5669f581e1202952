import * as z from 'zod';
import { limits } from '../contract/limits.ts';
import { recipientNumberPattern } from './recipient-number.ts';
import { roles } from '../contract/roles.ts';
import { defineRoute } from '../contract/route.ts';
import { timestampSchema } from '../contract/timestamp.ts';
import { toPlainLine } from '../text/plain-text.ts';

/** How a number came to the list: by hand, from a CSV file, or by the outcome of a call. */
export const doNotCallSources = ['manual', 'import', 'call'] as const;

/** The dispositions after which a number is listed, each with the reason that the entry gives. */
export const doNotCallDispositions: Readonly<Record<string, string>> = {
  'Do not call again': 'Asked not to be called again',
};

/** Returns the reason that an entry gives if a call's outcome lists the number; undefined if it does not. Outcomes ignore case. */
export function findDoNotCallReason(disposition: string | null): string | undefined {
  const name = Object.keys(doNotCallDispositions).find((known) => known.toLowerCase() === disposition?.toLowerCase());
  return name && doNotCallDispositions[name];
}

const entryIdSchema = z.string().max(limits.idLength);
const reasonSchema = z.string().overwrite(toPlainLine).max(limits.doNotCallReasonLength);

export const doNotCallEntrySchema = z
  .object({
    entry_id: entryIdSchema,
    recipient_number: z.string(),
    reason: z.string().meta({ description: 'Empty if none was given' }),
    source: z.enum(doNotCallSources),
    call_id: z.string().nullable().meta({ description: 'The call whose outcome added the number' }),
    added_at: timestampSchema,
  })
  .meta({ id: 'DoNotCallEntry' });

export type DoNotCallEntry = z.infer<typeof doNotCallEntrySchema>;

const newEntrySchema = z.object({
  recipient_number: z
    .string()
    .max(limits.titleLength)
    .meta({ description: 'International format with leading +', pattern: recipientNumberPattern.source }),
  reason: reasonSchema.default(''),
});

const importSchema = z.object({
  csv: z.string().max(limits.doNotCallImportLength).meta({
    description:
      'Rows with a number, or several, and an optional reason in the next column, or in one that a header row names.',
  }),
});

export const doNotCallImportSchema = z
  .object({
    added: z.int().min(0),
    already_listed: z.int().min(0).meta({ description: 'Numbers that are on the list, or twice in the file' }),
    invalid: z.int().min(0),
    errors: z
      .array(z.object({ row: z.int().min(1), value: z.string(), detail: z.string() }))
      .meta({ description: 'The first invalid numbers, with their rows, counted from 1' }),
  })
  .meta({ id: 'DoNotCallImport' });

export type DoNotCallImport = z.infer<typeof doNotCallImportSchema>;

const common = { tag: 'Do-not-call list', extension: true } as const;
const writeRoles = ['admin', 'manager'] as const;

export const listDoNotCallEntries = defineRoute({
  ...common,
  id: 'listDoNotCallEntries',
  method: 'get',
  path: '/do-not-call',
  summary: 'List numbers not to call',
  description: 'Returns the entries of the do-not-call list, newest first. Calls to these numbers are refused.',
  roles,
  query: z.object({
    number: z.string().max(limits.titleLength).optional().meta({ description: 'Only the entry of this number' }),
  }),
  status: 200,
  response: z.object({ data: z.array(doNotCallEntrySchema), total: z.int().min(0) }).meta({ id: 'DoNotCallList' }),
  problems: [],
});

export const addDoNotCallEntry = defineRoute({
  ...common,
  id: 'addDoNotCallEntry',
  method: 'post',
  path: '/do-not-call',
  summary: 'Add a number to the do-not-call list',
  description: 'Queued calls to the number are canceled. A number that is on the list keeps its entry.',
  roles: writeRoles,
  json: newEntrySchema,
  status: 201,
  response: doNotCallEntrySchema,
  problems: ['recipient_number_invalid'],
});

export const removeDoNotCallEntry = defineRoute({
  ...common,
  id: 'removeDoNotCallEntry',
  method: 'delete',
  path: '/do-not-call/{entry_id}',
  summary: 'Remove a number from the do-not-call list',
  description: 'The number can be called again.',
  roles: writeRoles,
  params: z.object({ entry_id: entryIdSchema }),
  status: 200,
  response: doNotCallEntrySchema,
  problems: ['do_not_call_entry_not_found'],
});

export const previewDoNotCallImport = defineRoute({
  ...common,
  id: 'previewDoNotCallImport',
  method: 'post',
  path: '/do-not-call/import/preview',
  summary: 'Preview an import of numbers',
  description: 'Returns what an import of this CSV file would do, and changes nothing.',
  readOnly: true,
  roles: writeRoles,
  json: importSchema,
  status: 200,
  response: doNotCallImportSchema,
  problems: [],
});

export const importDoNotCallEntries = defineRoute({
  ...common,
  id: 'importDoNotCallEntries',
  method: 'post',
  path: '/do-not-call/import',
  summary: 'Import numbers into the do-not-call list',
  description: 'Adds the valid rows of a CSV file. Queued calls to these numbers are canceled.',
  roles: writeRoles,
  json: importSchema,
  status: 200,
  response: doNotCallImportSchema,
  problems: [],
});

export const exportDoNotCallEntries = defineRoute({
  ...common,
  id: 'exportDoNotCallEntries',
  method: 'get',
  path: '/do-not-call/export',
  summary: 'Export the do-not-call list',
  description:
    'Returns the list as a CSV file that can be imported again. If entries cannot be read, the last line contains their number.',
  roles,
  status: 200,
  response: 'bytes',
  problems: [],
});
