import type { AppLink } from './app-link.ts';

/** What another program or the system opened with the application. A token reads a file once. */
export type OpenedItem =
  | { readonly kind: 'link'; readonly link: AppLink }
  | { readonly kind: 'files'; readonly files: readonly { readonly token: string; readonly name: string }[] }
  | { readonly kind: 'backup'; readonly token: string };

export const draggableKinds = ['recording', 'invoice'] as const;

/** The recording of a call, by the ID of the call, or the PDF of an invoice. */
export type DraggableItem = { readonly kind: (typeof draggableKinds)[number]; readonly id: string };

/** Files that are lost if the page is closed: only the page has their bytes. */
export type UnfinishedUploads = {
  /** Files that are being checked or sent, or wait for that. */
  readonly sending: number;
  /** Files that wait until the user decides whether to add them. */
  readonly undecided: number;
};

/**
 * The operating system functions that the window uses. There are two implementations: Electron's preload script exposes
 * one as `window.switchboard`; in the browser host the renderer falls back to `browserBridge`.
 */
export type Bridge = {
  readonly host: 'electron' | 'browser';
  /** `darwin`, `win32`, `linux`, …: decides shortcuts, window controls and the syntax of shell examples. */
  readonly platform: string;
  /** Opens the data folder in the file manager. Resolves to false if that fails or is not supported. */
  readonly revealDataFolder: () => Promise<boolean>;
  /** Opens the PDF at a signed URL of the window's origin in the PDF reader. Resolves to false if there is none. */
  readonly openPdf: (address: string) => Promise<boolean>;
  /** Keeps the HTML of the overview as it is shown, for the first frame of the next start. */
  readonly keepOverview: (html: string) => void;
  /** Reports the uploads to the host, which continue when the window is closed. */
  readonly reportUploads: (uploads: UnfinishedUploads) => void;
  /** Writes the file that a drag of this item needs. */
  readonly prepareFileDrag: (item: DraggableItem) => void;
  /** Drags the file of an item, which the pointer then drops in another application. */
  readonly startFileDrag: (item: DraggableItem) => void;
  /** Shows a backup file in the file manager. Resolves to false if there is no such file, or if that is not supported. */
  readonly showBackup: (path: string) => Promise<boolean>;
  /** Resolves to the absolute path of the folder that the user chooses, or to null if the user chooses none. */
  readonly chooseFolder: () => Promise<string | null>;
  /** Resolves to whether the application opens when the user logs in, or to null if the host does not support that. */
  readonly getOpenAtLogin: () => Promise<boolean | null>;
  /** Resolves to the value that now applies, which the system may override. */
  readonly setOpenAtLogin: (isEnabled: boolean) => Promise<boolean | null>;
  /** The system locale for numbers and dates. Undefined in a browser, which has a locale of its own. */
  readonly systemLocale: string | undefined;
  /** Whether the spelling of what the user types can be checked. */
  readonly checksSpelling: boolean;
  /**
   * Calls the listener with the id of each command chosen in the native menu, which offers only the commands of `commandIds`. Returns a
   * function that unsubscribes it.
   */
  readonly onCommand: (commandIds: readonly string[], listener: (commandId: string) => void) => () => void;
  /**
   * Calls the listener with each item of these kinds that is opened. Other items wait for a listener. Returns a function that
   * unsubscribes it.
   */
  readonly onOpenItem: (kinds: readonly OpenedItem['kind'][], listener: (item: OpenedItem) => void) => () => void;
  /** Resolves to whether Touch ID can unlock the window. */
  readonly canUseTouchId: () => Promise<boolean>;
  /** Asks for Touch ID and unlocks the window. Resolves to false if the user cancels. */
  readonly unlockWithTouchId: () => Promise<boolean>;
  /** Shows the window if it is hidden or minimized, and gives it the focus. */
  readonly showWindow: () => Promise<void>;
  /** Resolves to the bytes of an opened file, or to null if it is too large or cannot be read any more. */
  readonly readOpenedFile: (token: string) => Promise<Uint8Array<ArrayBuffer> | null>;
  /** Resolves to the response of the service to the upload of an opened backup, or to null if the file cannot be read. */
  readonly uploadOpenedBackup: (token: string) => Promise<{ readonly status: number; readonly body: string } | null>;
};

/** The name under which the preload exposes the bridge. */
export const bridgeName = 'switchboard';

/** The ID of the element that shows the last overview until the current page has loaded. */
export const lastOverviewId = 'last-overview';

/** The name of the performance mark that is set when the current page has replaced the last overview. */
export const replacedMark = 'last-overview-replaced';

/** Prefix of the renderer process argument that contains the system locale. */
export const localeArgumentPrefix = '--system-locale=';

/** The renderer process argument that says that spelling can be checked. */
export const spellingArgument = '--checks-spelling';
