import { Autocomplete } from '@base-ui/react/autocomplete';
import { useId } from 'react';
import { classNames } from '../../ui/page/class-names.ts';
import { Kbd } from '../../ui/buttons/kbd.tsx';
import type { PaletteEntry } from '../../data/palette-entry.ts';

type PaletteRowProps = { readonly entry: PaletteEntry; readonly onSelect: () => void };

/** Shows the label and detail of an entry, and its shortcut or kind. */
export function PaletteRow({ entry, onSelect }: PaletteRowProps) {
  const { label, detail, kind, icon: Icon, shortcut, disabledReason } = entry;
  const reasonId = useId();
  return (
    <Autocomplete.Item
      value={entry}
      onClick={onSelect}
      aria-disabled={disabledReason !== null || undefined}
      aria-describedby={disabledReason === null ? undefined : reasonId}
      className="flex h-8 items-center gap-2.5 rounded-control px-2 outline-none data-highlighted:bg-highlight"
    >
      <Icon aria-hidden size={15} className="shrink-0 text-muted" />
      <span className={classNames('max-w-1/2 shrink-0 truncate', disabledReason !== null && 'text-muted')}>
        {label}
      </span>
      <span id={reasonId} className="min-w-0 flex-1 truncate text-small text-muted">
        {disabledReason ?? detail}
      </span>
      {shortcut ? (
        <Kbd keys={shortcut} />
      ) : (
        kind !== 'Command' && <span className="shrink-0 text-small text-muted">{kind}</span>
      )}
    </Autocomplete.Item>
  );
}
