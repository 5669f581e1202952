import { Search } from 'lucide-react';
import { isMac } from '../../data/bridge.ts';
import { useCommand } from '../../ui/commands/command-context.tsx';
import { toAriaKeys } from '../../ui/commands/shortcut.ts';
import { Kbd } from '../../ui/buttons/kbd.tsx';

/** A button in the shape of a search field that opens the palette. */
export function PaletteButton() {
  const palette = useCommand('open-palette');
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts={palette.keys === null ? undefined : toAriaKeys(palette.keys, isMac)}
      onClick={palette.run}
      className="flex h-7 w-52 min-w-[min(11rem,27vw)] items-center gap-2 rounded-control border border-line bg-chrome px-2 text-left text-small text-muted hover:bg-highlight hover:text-ink"
    >
      <Search aria-hidden size={14} className="shrink-0" />
      <span className="min-w-0 flex-1 truncate">
        Search or run…<span className="sr-only"> a command</span>
      </span>
      {palette.shortcut && <Kbd keys={palette.shortcut} />}
    </button>
  );
}
