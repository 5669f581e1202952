import type { MenuCommandId } from '../../shared/commands.ts';

/** Something that the window can do, known to shortcuts, the native menu and tooltips alike. */
export type Command = {
  readonly id: MenuCommandId;
  readonly label: string;
  /** `mod+o` or `mod+shift+f` (`mod` is Cmd on macOS, Ctrl elsewhere), or a single character such as `/`, which typing in a field keeps. */
  readonly keys: string;
  /** Why it cannot run now, or null. */
  readonly unavailable: string | null;
  readonly run: () => void;
};
