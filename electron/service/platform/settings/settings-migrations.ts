import * as z from 'zod';

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
export function migrateSettings(values: Values, version: number): Values {
  return {
    ...migrations.slice(version - 1).reduce((current, migrate) => migrate(current), values),
    version: settingsVersion,
  };
}
