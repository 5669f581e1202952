import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** Something that the palette offers: a command to run, or a record to open. */
export type PaletteEntry = {
  /** The same for the same thing, whatever was typed: `document:doc_…`. */
  readonly id: string;
  readonly label: string;
  /** What stands beside it, quieter. */
  readonly detail: ReactNode;
  /** What it is, in a word. */
  readonly kind: string;
  readonly icon: LucideIcon;
  /** Its shortcut as this platform writes it. */
  readonly shortcut?: string | undefined;
  /** Why it cannot be chosen now, or null. */
  readonly disabledReason: string | null;
  readonly run: () => void;
  /** What Ctrl or Cmd with Enter does instead. */
  readonly secondaryAction?: { readonly label: string; readonly run: () => void };
};

export type PaletteGroup = { readonly value: string; readonly items: readonly PaletteEntry[] };
