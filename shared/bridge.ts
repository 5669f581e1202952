import type { CallLink } from './call-link.ts';

/**
 * What the window needs of the operating system. Two implementations: Electron's preload exposes it as
 * `window.switchboard`; in a browser the renderer's own stand-in takes its place.
 */
export type Bridge = {
  readonly host: 'electron' | 'browser';
  /** `darwin`, `win32`, `linux`, …: for keys, window controls and what is pasted into a shell. */
  readonly platform: string;
  /** Shows a file in the system's file manager; false where that cannot be done. */
  readonly revealDataFolder: () => Promise<boolean>;
  /** Opens the PDF at a signed address of the window's origin in a reader; false where there is none. */
  readonly openPdf: (address: string) => Promise<boolean>;
  /** Whether the program is opened when its user logs in; null where the system or the host knows no such thing. */
  readonly getOpenAtLogin: () => Promise<boolean | null>;
  /** Gives what holds from now on. */
  readonly setOpenAtLogin: (opens: boolean) => Promise<boolean | null>;
  /** The language of numbers and dates, as the system has it; undefined where the page itself knows it. */
  readonly systemLocale: string | undefined;
  /** Called with the id of a command that the native menu chose; gives a function that stops listening. */
  readonly onCommand: (listener: (commandId: string) => void) => () => void;
  /** Called with what a link of this program's scheme leads to; gives a function that stops listening. */
  readonly onOpenLink: (listener: (moment: CallLink) => void) => () => void;
};

/** The name under which the preload exposes the bridge. */
export const bridgeName = 'switchboard';

/** Before the system's locale, among the arguments of the page's process. */
export const localeArgumentPrefix = '--system-locale=';
