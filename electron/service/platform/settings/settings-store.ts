/** Stores settings on disk: electron-store in Electron, conf in the browser host. */
export type SettingsStore = {
  readonly get: (key: string) => unknown;
  readonly set: (key: string, value: unknown) => void;
};
