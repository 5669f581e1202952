import * as z from 'zod';
import { limits } from '../../../../shared/contract/limits.ts';
import { centsMax } from '../../../../shared/text/money.ts';
import { isStoredName } from '../../platform/files/stored-file-path.ts';

/** A row whose columns depend on one of them. */
type RowRule = (row: Readonly<Record<string, unknown>>) => boolean;

export type TableSchema = { readonly columns: Readonly<Record<string, z.ZodType>>; readonly rule?: RowRule };

export type TableSchemas = Readonly<Record<string, TableSchema>>;

/** Row ids stay exact when they are multiplied for the ids of turns, and leave room for new rows. */
export const rowId = z
  .int()
  .min(1)
  .max(2 ** 40);
export const turnId = z
  .int()
  .min(0)
  .max(2 ** 52);

/** The ID that names a file. */
export const fileId = z.string().refine((text) => isStoredName(text));

/** Another ID. It can be one of a remote, or `window`. */
export const anyId = z.string().max(limits.urlLength);
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
export const text = z.string();
export const remoteStatus = z.string().max(limits.remoteStatusLength);
export const line = z.string().max(limits.objectiveLength);

/** Times that `formatTimestamp` formats with a year of four digits. Those of a remote can be before 1970. */
export const time = z.int().min(Date.parse('0000-01-01T00:00:00.000Z')).max(Date.parse('9999-12-31T23:59:59.999Z'));
/** Billing computes every cycle from such a time on. */
export const cycleTime = z
  .int()
  .min(0)
  .max(Date.UTC(9999, 11, 1));
export const count = z.int().min(0).max(1e12);
/** What is computed from minutes and the price of one stays below `centsMax`. */
export const minutes = z.int().min(0).max(1e9);
export const centsPerMinute = z.int().min(0).max(1e5);
export const cents = z.int().min(0).max(centsMax);
export const position = z
  .int()
  .min(-1)
  .max(2 ** 40);
export const milliseconds = z.int().min(0).max(1e12);
export const page = z.int().min(1).max(1e9).nullable();
export const flag = z.literal([0, 1]);
export const bytes = z.instanceof(Uint8Array);

/** 384 finite numbers of 4 bytes. */
export const embedding = bytes.refine(
  ({ buffer, byteOffset, byteLength }) =>
    byteLength === 384 * 4 &&
    new Float32Array(buffer.slice(byteOffset, byteOffset + byteLength)).every(Number.isFinite),
);

/** SQLite and `JSON.stringify` both fail at a depth that no value of this application has. */
const maxJsonDepth = 100;

function measureDepth(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let depth = 0;
  let level: readonly unknown[] = [value];
  while (level.length > 0 && depth <= maxJsonDepth) {
    depth += 1;
    level = level
      .flatMap((one) => Object.values(one as object))
      .filter((one) => typeof one === 'object' && one !== null);
  }
  return depth;
}

/** A text that contains JSON of a schema. */
export function json(schema: z.ZodType) {
  return z.string().refine((content) => {
    try {
      const value: unknown = JSON.parse(content);
      return measureDepth(value) <= maxJsonDepth && schema.safeParse(value).success;
    } catch {
      return false;
    }
  });
}
