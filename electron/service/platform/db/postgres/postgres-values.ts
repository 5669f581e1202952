import type { SqlValue } from '../database.ts';

/** The type OIDs of PostgreSQL's own types (pg_type.dat). */
const typeOids = {
  bool: 16,
  bytea: 17,
  int8: 20,
  int2: 21,
  int4: 23,
  float4: 700,
  float8: 701,
  numeric: 1700,
} as const;

/** Returns the type that a parameter is sent as; 0 if PostgreSQL infers it. A text can be compared with text of any collation. */
export function findTypeOid(value: SqlValue): number {
  if (value === null || typeof value === 'string' || Number.isNaN(value)) return 0;
  if (value instanceof Uint8Array) return typeOids.bytea;
  return typeof value === 'bigint' || Number.isSafeInteger(value) ? typeOids.int8 : typeOids.float8;
}

/** Returns a parameter as text. NaN is NULL, as in SQLite. PostgreSQL stores no NUL character: it is replaced, as SQLite replaces half of a surrogate pair. */
export function encodeValue(value: SqlValue): string | null {
  if (value === null || Number.isNaN(value)) return null;
  if (value instanceof Uint8Array)
    return `\\x${Buffer.from(value.buffer, value.byteOffset, value.length).toString('hex')}`;
  return String(value).replaceAll('\0', '\uFFFD');
}

const copyEscapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** Returns a row in the text format of `COPY`. */
export function encodeCopyLine(values: readonly (string | null)[]): string {
  const fields = values.map(
    (value) => value?.replaceAll(/[\\\t\n\r]/g, (character) => copyEscapes[character] ?? '') ?? '\\N',
  );
  return `${fields.join('\t')}\n`;
}

export type DecodeValue = (text: string) => string | number | Uint8Array;

/** Returns the function that converts the values of a column to those that SQLite returns. */
export function findDecoder(typeOid: number): DecodeValue {
  switch (typeOid) {
    case typeOids.bool:
      return (text) => (text === 't' ? 1 : 0);
    case typeOids.bytea:
      return decodeBytes;
    case typeOids.int2:
    case typeOids.int4:
    case typeOids.float4:
    case typeOids.float8:
      return Number;
    case typeOids.int8:
    case typeOids.numeric:
      return decodeInteger;
    default:
      return (text) => text;
  }
}

/** Throws RangeError for an integer that JavaScript cannot represent exactly. A sum of integers is a numeric. */
function decodeInteger(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new RangeError('The value of a column is too large to be represented as a JavaScript number.');
  return value;
}

function decodeBytes(text: string): Uint8Array {
  const hexPrefixLength = 2;
  return new Uint8Array(Buffer.from(text.slice(hexPrefixLength), 'hex'));
}
