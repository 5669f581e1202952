import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { Search } from 'lucide-react';
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { createStore } from 'zustand';
import { useQueries } from '@tanstack/react-query';
import { isMac } from '../../data/bridge.ts';
import { closeOverlay, togglePalette } from '../../data/overlay-store.ts';
import { formatShortcut, isShortcut } from '../../ui/commands/shortcut.ts';
import { formatError } from '../../format/format-error.ts';
import { formatCount } from '../../format/format-number.ts';
import type { PaletteSource, WindowContext } from '../../data/feature.ts';
import { Kbd } from '../../ui/buttons/kbd.tsx';
import type { PaletteEntry, PaletteGroup } from '../../data/palette-entry.ts';
import { classNames } from '../../ui/page/class-names.ts';
import { useWindowContext } from '../use-window-context.ts';
import { groupDefaultEntries, groupMatchingEntries } from './group-entries.ts';
import { useFoundEntries } from './use-found-entries.ts';
import { useCommandEntries } from './use-command-entries.ts';
import { useTypedAhead } from './typed-ahead-store.ts';

type PaletteProps = { readonly isOpen: boolean; readonly sources: readonly PaletteSource[] };

/** Finds commands and records by name, and calls by their transcript. */
export function Palette({ isOpen, sources }: PaletteProps) {
  // Runs after the palette has closed, so that the palette does not take the focus back.
  const pendingRun = useRef<(() => void) | null>(null);
  const choose = (run: () => void) => {
    pendingRun.current = run;
    closeOverlay();
  };
  return (
    <Dialog.Root
      open={isOpen}
      onOpenChange={(open) => !open && closeOverlay()}
      onOpenChangeComplete={(open) => {
        if (open) return;
        pendingRun.current?.();
        pendingRun.current = null;
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fade-transition fixed inset-0 z-40 bg-scrim" />
        <Dialog.Viewport className="fixed inset-0 z-40 flex items-start justify-center px-6 pt-[12vh] pb-6">
          <Dialog.Popup
            aria-label="Search or run a command"
            className="fade-transition flex max-h-full w-150 max-w-full flex-col overflow-hidden rounded-panel bg-raised shadow-float outline-none"
          >
            <PaletteContent sources={sources} onChoose={choose} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type PaletteContentProps = {
  readonly sources: readonly PaletteSource[];
  readonly onChoose: (run: () => void) => void;
};

function PaletteContent({ sources, onChoose }: PaletteContentProps) {
  const context = useWindowContext();
  const workspaceId = context.session.workspace?.workspace_id ?? '';
  const [text, setText] = useState(() => useTypedAhead.getState().text);
  useEffect(() => useTypedAhead.subscribe((typed) => setText(typed.text)), []);
  const [highlighted, setHighlighted] = useState<PaletteEntry | undefined>();
  const commands = useCommandEntries();
  const records = useRecordEntries(sources, context);
  const { groups: found, isSearching, error } = useFoundEntries(text, sources, context);
  const isBlank = text.trim() === '';
  const groups = useMemo(
    () =>
      isBlank
        ? groupDefaultEntries(getRecentEntries(workspaceId), commands, records)
        : groupMatchingEntries(text, commands, records, found),
    [isBlank, text, workspaceId, commands, records, found],
  );
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  const choose = (entry: PaletteEntry, run: () => void) => {
    if (entry.disabledReason !== null) return;
    addRecentEntry(workspaceId, entry);
    onChoose(run);
  };
  const onKeyDown = (event: KeyboardEvent & { preventBaseUIHandler?: () => void }) => {
    if (isShortcut(event, 'mod+k', isMac)) {
      event.preventDefault();
      togglePalette();
    } else if (isShortcut(event, 'mod+enter', isMac)) {
      event.preventDefault();
      event.preventBaseUIHandler?.();
      if (highlighted?.secondaryAction) choose(highlighted, highlighted.secondaryAction.run);
    }
  };
  return (
    <Autocomplete.Root
      open
      inline
      items={groups}
      mode="none"
      autoHighlight="always"
      keepHighlight
      value={text}
      onValueChange={setText}
      onItemHighlighted={setHighlighted}
      itemToStringValue={({ label }: PaletteEntry) => label}
    >
      <div className="flex h-12 shrink-0 items-center gap-2.5 border-b border-line px-4">
        <Search aria-hidden size={16} className="shrink-0 text-muted" />
        <Autocomplete.Input
          aria-label="Search or run a command"
          placeholder="Search or run a command…"
          onKeyDown={onKeyDown}
          className="h-full min-w-0 flex-1 bg-transparent text-section outline-none! placeholder:text-muted"
        />
        {isSearching && <span className="fade-in-delayed shrink-0 text-small text-muted">Searching…</span>}
      </div>
      <Autocomplete.List
        aria-label="Commands and records"
        className="max-h-100 min-h-0 overflow-y-auto overscroll-contain p-1.5 [scroll-padding-block:2rem]"
      >
        {(group: PaletteGroup) => (
          <Autocomplete.Group key={group.value} items={group.items}>
            <Autocomplete.GroupLabel className="px-2 pt-2 pb-1 text-caption text-muted">
              {group.value}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(entry: PaletteEntry) => (
                <PaletteRow key={entry.id} entry={entry} onSelect={() => choose(entry, entry.run)} />
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
      {error && (
        <p role="alert" className="border-t border-line px-4 py-2 text-small text-bad">
          {sources.flatMap(({ search }) => search?.title ?? []).join(', ')} could not be searched. {formatError(error)}
        </p>
      )}
      {count === 0 && !isSearching && !error && (
        <p className="px-4 py-8 text-center text-muted">No results for “{text.trim()}”</p>
      )}
      <div className="flex h-8 shrink-0 items-center justify-between gap-4 border-t border-line px-4 text-small text-muted">
        <ResultCount count={isBlank || isSearching ? null : count} />
        {highlighted?.disabledReason === null && (
          <span className="flex min-w-0 items-center gap-4">
            {highlighted.secondaryAction && (
              <span className="flex items-center gap-1.5 truncate">
                <Kbd keys={formatShortcut('mod+enter', isMac)} /> {highlighted.secondaryAction.label}
              </span>
            )}
            <span className="flex shrink-0 items-center gap-1.5">
              <Kbd keys={formatShortcut('enter', isMac)} /> {highlighted.kind === 'Command' ? 'Run' : 'Open'}
            </span>
          </span>
        )}
      </div>
    </Autocomplete.Root>
  );
}

/** Announces the number of results when a search has ended. Null announces nothing. */
function ResultCount({ count }: { readonly count: number | null }) {
  return (
    <Autocomplete.Status className="shrink-0">
      {count === null ? '' : count === 0 ? 'No results' : formatCount(count, 'result')}
    </Autocomplete.Status>
  );
}

const maxRecentEntries = 5;

/** The entries chosen in each workspace since the window was opened, most recent first. */
const recentEntries = createStore<Readonly<Record<string, readonly PaletteEntry[]>>>(() => ({}));

function addRecentEntry(workspaceId: string, entry: PaletteEntry): void {
  const others = getRecentEntries(workspaceId).filter(({ id }) => id !== entry.id);
  recentEntries.setState({ [workspaceId]: [entry, ...others].slice(0, maxRecentEntries) });
}

function getRecentEntries(workspaceId: string): readonly PaletteEntry[] {
  return recentEntries.getState()[workspaceId] ?? [];
}

/** Returns the records that the role has access to, in the order of the sources. */
function useRecordEntries(sources: readonly PaletteSource[], context: WindowContext): readonly PaletteEntry[] {
  const queries = useMemo(() => sources.flatMap(({ createQuery }) => createQuery?.(context) ?? []), [sources, context]);
  return useQueries({ queries, combine: joinEntries });
}

function joinEntries(
  results: readonly { readonly data?: readonly PaletteEntry[] | undefined }[],
): readonly PaletteEntry[] {
  return results.flatMap(({ data }) => data ?? []);
}

type PaletteRowProps = { readonly entry: PaletteEntry; readonly onSelect: () => void };

/** Shows the label and detail of an entry, and its shortcut or kind. */
function PaletteRow({ entry, onSelect }: PaletteRowProps) {
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
