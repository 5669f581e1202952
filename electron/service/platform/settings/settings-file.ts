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

/** A file without a version is of the first. Values are checked where they are used, so that one invalid value is one default. */
const fileSchema = z.looseObject({
  version: z.int().min(1).default(1),
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
   * Reads the file, and migrates the values of an earlier version. A damaged file is renamed, and the defaults are used.
   * Throws the errors of the file system.
   */
  constructor(dataDir: string) {
    const path = getSettingsPath(dataDir);
    this.#path = path;
    const stored = readValues(path);
    const isNewer = stored !== null && stored.version > settingsVersion;
    this.#values = isNewer ? stored : migrateSettings(stored ?? {}, stored?.version ?? settingsVersion);
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

/** Returns null if the file is damaged. */
function readValues(path: string): z.infer<typeof fileSchema> | null {
  if (!existsSync(path)) return { version: settingsVersion };
  try {
    return fileSchema.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data ?? null;
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

type Values = Readonly<Record<string, unknown>>;

const objectSchema = z.record(z.string(), z.unknown());

const listeningSchema = z.object({ is_on: z.boolean(), port: z.int() });

/** Each changes the values of one version of the settings file to those of the next. They start with version 1. */
const migrations: readonly ((values: Values) => Values)[] = [
  // A collapsed sidebar was "folded".
  (values) => {
    const { data: settings } = objectSchema.safeParse(values['settings']);
    return settings?.['sidebar'] === 'folded' ? { ...values, settings: { ...settings, sidebar: 'collapsed' } } : values;
  },
  // The key of the local API was "listening".
  ({ listening, ...values }) => {
    const { data: old } = listeningSchema.safeParse(listening);
    return old ? { localApi: { enabled: old.is_on, port: old.port }, ...values } : values;
  },
];

/** The version of the settings file that this version of the application writes. */
export const settingsVersion = migrations.length + 1;

/** Returns the values of an earlier version as those of the current version. */
function migrateSettings(values: Values, version: number): Values {
  return {
    ...migrations.slice(version - 1).reduce((current, migrate) => migrate(current), values),
    version: settingsVersion,
  };
}
