import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** An entry of the palette: a command to run, or a record to open. */
export type PaletteEntry = {
  /** Identifies the command or record: `document:doc_…`. */
  readonly id: string;
  readonly label: string;
  /** Shown next to the label. */
  readonly detail: ReactNode;
  /** The type of record, as in `Document`. */
  readonly kind: string;
  readonly icon: LucideIcon;
  /** The formatted shortcut. */
  readonly shortcut?: string | undefined;
  /** The reason why the entry is disabled, or null. */
  readonly disabledReason: string | null;
  readonly run: () => void;
  /** The action of Ctrl+Enter or Cmd+Enter. */
  readonly secondaryAction?: { readonly label: string; readonly run: () => void };
};

export type PaletteGroup = { readonly value: string; readonly items: readonly PaletteEntry[] };
