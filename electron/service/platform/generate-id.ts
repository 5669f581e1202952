import { randomUUID } from 'node:crypto';

/** Returns the prefix and 24 hexadecimal digits of a random UUID, without its dashes and its version. */
export function generateId(prefix: string): string {
  const uuid = randomUUID();
  return `${prefix}_${uuid.slice(0, 8)}${uuid.slice(9, 13)}${uuid.slice(24)}`;
}
