import { CopyIcon, PanelRight, type LucideIcon } from 'lucide-react';
import { showToast } from '../feedback/toasts.ts';

/** What can be done with one item. The menu of its row and the place that shows its details take it from the same list. */
export type RowAction = {
  readonly label: string;
  readonly icon?: LucideIcon;
  /** The reason why it is disabled. */
  readonly disabledReason?: string | null;
  readonly run: () => void;
};

/** The actions of a row in groups, which a line separates. */
export type RowActions = readonly (readonly RowAction[])[];

export function createOpenAction(run: () => void): RowAction {
  return { label: 'Open', icon: PanelRight, run };
}

/** Copies text to the clipboard. The noun names it: “Copy ID”. */
export function createCopyAction(noun: string, text: string): RowAction {
  return {
    label: `Copy ${noun}`,
    icon: CopyIcon,
    run: () => void navigator.clipboard.writeText(text).then(() => showToast(`Copied ${noun}`)),
  };
}
