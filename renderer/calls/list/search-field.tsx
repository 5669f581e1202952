import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { limits } from '../../../shared/limits.ts';
import { useCommand } from '../../commands/command-context.tsx';
import { classNames } from '../../ui/class-names.ts';
import { inputClass } from '../../ui/field.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { requestSearchFocus, useCallsStore } from '../calls-store.ts';

/** Whoever types on is not done. */
const searchDebounceMs = 200;

type SearchFieldProps = {
  readonly query: string;
  readonly isSearching: boolean;
  readonly onSearch: (words: string) => void;
};

/** Searches what was said while words are typed; Enter does so at once, Esc clears. */
export function SearchField({ query, isSearching, onSearch }: SearchFieldProps) {
  const search = useCommand('search-calls');
  const isWanted = useCallsStore((state) => state.shouldFocusSearch);
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(query);
  const [known, setKnown] = useState(query);
  // Words that came by the address, a saved view or “Clear” take the place of what was typed.
  if (query !== known) {
    setKnown(query);
    if (query !== typed.trim()) setTyped(query);
  }
  useEffect(() => {
    if (typed.trim() === query) return;
    const timer = setTimeout(() => onSearch(typed.trim()), searchDebounceMs);
    return () => clearTimeout(timer);
  }, [typed, query, onSearch]);
  useEffect(() => {
    if (!isWanted) return;
    requestSearchFocus(false);
    input.current?.focus();
    input.current?.select();
  }, [isWanted]);
  const clear = () => {
    setTyped('');
    onSearch('');
    input.current?.focus();
  };
  return (
    <form
      role="search"
      className="relative min-w-0 flex-1"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(typed.trim());
      }}
    >
      <Search aria-hidden size={15} className="absolute top-2.25 left-2.5 text-muted" />
      <input
        ref={input}
        type="text"
        aria-label="Search what was said"
        placeholder="Search what was said"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={limits.queryLength}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || typed === '') return;
          event.preventDefault();
          event.stopPropagation();
          clear();
        }}
        className={classNames(inputClass, 'pr-24 pl-8')}
      />
      <span className="absolute top-2 right-2 flex">
        {typed === '' ? (
          search.shortcut && <Kbd keys={search.shortcut} />
        ) : (
          <button
            type="button"
            aria-label="Clear the search"
            onClick={clear}
            className="flex size-5 -translate-y-0.5 items-center justify-center rounded-[4px] text-muted hover:bg-well"
          >
            <X aria-hidden size={14} />
          </button>
        )}
      </span>
      {isSearching && (
        <ProgressBar label="Searching" fraction={null} className="fade-in-delayed absolute inset-x-1.5 -bottom-1" />
      )}
    </form>
  );
}
