import type { Moment } from './moment-link.ts';

/**
 * What the window needs of the operating system. Two implementations: Electron's preload exposes it as
 * `window.switchboard`; in a browser the renderer's own stand-in takes its place.
 */
export type Bridge = {
  readonly host: 'electron' | 'browser';
  /** `darwin`, `win32`, `linux`, …: for keys and window controls. */
  readonly platform: string;
  /** Shows a file in the system's file manager; false where that cannot be done. */
  readonly revealDataFolder: () => Promise<boolean>;
  /** Opens the PDF at a signed address of the window's origin in a reader; false where there is none. */
  readonly openPdf: (address: string) => Promise<boolean>;
  /** Called with the id of a command that the native menu chose; gives a function that stops listening. */
  readonly onCommand: (listener: (commandId: string) => void) => () => void;
  /** Called with what a link of this program's scheme leads to; gives a function that stops listening. */
  readonly onOpenLink: (listener: (moment: Moment) => void) => () => void;
};

/** The name under which the preload exposes the bridge. */
export const bridgeName = 'switchboard';
