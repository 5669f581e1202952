import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { SettingsIssue } from '../../../../shared/window/settings.ts';
import { explainFileError } from '../files/describe-error.ts';
import { isStorageFull, toProblem } from '../http/to-problem.ts';
import type { SettingsStore } from './settings-store.ts';

/** Writes the file: electron-store in Electron, conf in the browser host. */
export type SettingsWriter = { store: Record<string, unknown> };

/** The version of the file. Unreleased versions of Switchboard used smaller numbers; what they stored under other names is ignored. */
export const settingsVersion = 100;

/** Values are checked where they are used, so that one invalid value is one default. */
const fileSchema = z.looseObject({
  version: z.int().min(1).default(settingsVersion),
  settings: z.record(z.string(), z.unknown()).optional(),
});

/** The file `settings.json`, which is read once, because no other process writes to it. */
export class SettingsFile implements SettingsStore {
  readonly #path: string;
  #writer: SettingsWriter | null = null;
  #isWritten = true;
  #values: Readonly<Record<string, unknown>>;
  readonly #issueAtStart: SettingsIssue | null;
  #saveProblem: Problem | null = null;

  /**
   * Reads the file. A damaged one is renamed, and the defaults are used. Throws the errors of the file system.
   */
  constructor(dataDir: string) {
    const path = getSettingsPath(dataDir);
    this.#path = path;
    const stored = readValues(path);
    const isNewer = stored !== null && stored.version > settingsVersion;
    this.#values = isNewer ? stored : { ...stored, version: settingsVersion };
    if (stored === null) this.#issueAtStart = { kind: 'damaged', kept_as: setAside(path) };
    else this.#issueAtStart = isNewer ? { kind: 'newer' } : null;
  }

  /** Returns what the user should know about the file, or null. */
  get issue(): SettingsIssue | null {
    return this.#saveProblem ? { kind: 'not_saved', detail: this.#saveProblem.message } : this.#issueAtStart;
  }

  get(key: string): unknown {
    return this.#values[key];
  }

  /** Writes nothing if the value is stored already. Before `startWriting`, the value is only kept. */
  set(key: string, value: unknown): void {
    if (this.#isWritten && isDeepStrictEqual(this.#values[key], value)) return;
    const values = { ...this.#values, [key]: value };
    if (this.#writer) this.#write(this.#writer, values);
    else this.#isWritten = false;
    this.#values = values;
  }

  /** Writes the values that were set before, and every later value at once. `issue` reports values that cannot be written. */
  startWriting(writer: SettingsWriter): void {
    this.#writer = writer;
    try {
      if (!this.#isWritten) this.#write(writer, this.#values);
    } catch (error) {
      if (!this.#saveProblem) throw error;
    }
  }

  #write(writer: SettingsWriter, values: Readonly<Record<string, unknown>>): void {
    try {
      writer.store = values;
      this.#saveProblem = null;
      this.#isWritten = true;
    } catch (error) {
      this.#isWritten = false;
      this.#saveProblem = toSaveProblem(this.#path, error);
      throw this.#saveProblem;
    }
  }
}

export function getSettingsPath(dataDir: string): string {
  return join(dataDir, 'settings.json');
}

/** Reads the file without the byte order mark that some editors add. */
function readText(path: string): string {
  return readFileSync(path, 'utf8').replace(/^\ufeff/, '');
}

/** Returns null if the file is damaged. */
function readValues(path: string): z.infer<typeof fileSchema> | null {
  if (!existsSync(path)) return { version: settingsVersion };
  try {
    return fileSchema.safeParse(JSON.parse(readText(path))).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Renames a damaged file, without replacing one that was kept before. Returns its new path. */
function setAside(path: string): string {
  let keptAs = `${path}.damaged`;
  for (let count = 2; existsSync(keptAs); count++) keptAs = `${path}.damaged-${count}`;
  renameSync(path, keptAs);
  return keptAs;
}

function toSaveProblem(path: string, error: unknown): Problem {
  if (isStorageFull(error)) return toProblem(error);
  const explained = explainFileError(error);
  if (!explained) return toProblem(error);
  const detail = `${path} ${explained.reason}. Nothing was changed. ${explained.remedy}, then try again.`;
  return new Problem('settings_not_saved', detail, { cause: error });
}
