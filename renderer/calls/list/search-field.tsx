import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { limits } from '../../../shared/limits.ts';
import { useCommand } from '../../commands/command-context.tsx';
import { classNames } from '../../ui/class-names.ts';
import { inputLook } from '../../ui/field.tsx';
import { Keys } from '../../ui/keys.tsx';
import { Progress } from '../../ui/progress.tsx';
import { requestSearchFocus, useCallsStore } from '../calls-store.ts';

/** Whoever types on is not done. */
const pauseMs = 200;

type SearchFieldProps = {
  readonly words: string;
  readonly isSearching: boolean;
  readonly onSearch: (words: string) => void;
};

/** Searches what was said while words are typed; Enter does so at once, Esc clears. */
export function SearchField({ words, isSearching, onSearch }: SearchFieldProps) {
  const search = useCommand('search-calls');
  const isWanted = useCallsStore((state) => state.isSearchWanted);
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(words);
  const [known, setKnown] = useState(words);
  // Words that came by the address, a saved view or “Clear” take the place of what was typed.
  if (words !== known) {
    setKnown(words);
    if (words !== typed.trim()) setTyped(words);
  }
  useEffect(() => {
    if (typed.trim() === words) return;
    const timer = setTimeout(() => onSearch(typed.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, words, onSearch]);
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
        className={classNames(inputLook, 'pr-24 pl-8')}
      />
      <span className="absolute top-2 right-2 flex">
        {typed === '' ? (
          search.shortcut && <Keys keys={search.shortcut} />
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
        <Progress label="Searching" share={null} className="appear-late absolute inset-x-1.5 -bottom-1" />
      )}
    </form>
  );
}
