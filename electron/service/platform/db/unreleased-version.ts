import { closeSync, openSync, readSync } from 'node:fs';

/**
 * The first number of the versions of a workspace's database. Versions of Switchboard before the first release used smaller
 * numbers, and databases that no later version can read.
 */
export const firstVersion = 101;

/** Marks the file as a Switchboard workspace in SQLite's header ("SwBd"). */
export const applicationId = 0x53774264;

/** Says that an unreleased version wrote the subject. The remedy continues the sentence that says what to do. */
export function explainUnreleased(subject: string, remedy: string): string {
  return `${subject} was written by an unreleased version of Switchboard, which this one cannot read. Nothing was changed. Use that version, or ${remedy}.`;
}

/** Where SQLite stores both numbers in the first bytes of a file (Database File Format, section 1.3). */
const headerBytes = 72;
const versionOffset = 60;
const applicationIdOffset = 68;

/**
 * Returns whether an unreleased version wrote the database of a workspace. Reads it without SQLite, which can create files beside
 * it. Returns false if the file cannot be read, or is another one.
 */
export function isUnreleasedDatabase(path: string): boolean {
  const header = Buffer.alloc(headerBytes);
  try {
    const file = openSync(path, 'r');
    try {
      readSync(file, header, 0, headerBytes, 0);
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
  return (
    header.readUInt32BE(applicationIdOffset) === applicationId && header.readUInt32BE(versionOffset) < firstVersion
  );
}
