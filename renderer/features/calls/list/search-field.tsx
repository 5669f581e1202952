import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { limits } from '../../../../shared/contract/limits.ts';
import { useCommand } from '../../../ui/commands/command-context.tsx';
import { classNames } from '../../../ui/page/class-names.ts';
import { inputClass } from '../../../ui/fields/field.tsx';
import { Kbd } from '../../../ui/buttons/kbd.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { requestSearchFocus, useCallsStore } from '../calls-store.ts';

const searchDebounceMs = 200;

type SearchFieldProps = {
  readonly query: string;
  readonly isSearching: boolean;
  readonly onSearch: (text: string) => void;
};

/** Searches transcripts, metadata, tags and notes during typing. Enter searches immediately, Esc clears the field. */
export function SearchField({ query, isSearching, onSearch }: SearchFieldProps) {
  const command = useCommand('search-calls');
  const shouldFocus = useCallsStore((state) => state.shouldFocusSearch);
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(query);
  const [previousQuery, setPreviousQuery] = useState(query);
  // A query from the URL, a saved view or “Clear” replaces the text of the field.
  if (query !== previousQuery) {
    setPreviousQuery(query);
    if (query !== text.trim()) setText(query);
  }
  useEffect(() => {
    if (text.trim() === query) return;
    const timer = setTimeout(() => onSearch(text.trim()), searchDebounceMs);
    return () => clearTimeout(timer);
  }, [text, query, onSearch]);
  useEffect(() => {
    if (!shouldFocus) return;
    requestSearchFocus(false);
    input.current?.focus();
    input.current?.select();
  }, [shouldFocus]);
  const clear = () => {
    setText('');
    onSearch('');
    input.current?.focus();
  };
  return (
    <form
      role="search"
      className="@container relative min-w-40 flex-1"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(text.trim());
      }}
    >
      <Search aria-hidden size={15} className="absolute top-2.25 left-2.5 text-muted" />
      <input
        ref={input}
        type="text"
        spellCheck={false}
        aria-label="Search calls"
        placeholder="Search transcripts, names, tags and notes"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={limits.queryLength}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || text === '') return;
          event.preventDefault();
          event.stopPropagation();
          clear();
        }}
        className={classNames(inputClass, 'pr-8 pl-8 @xs:pr-24')}
      />
      <span className="absolute top-2 right-2 flex">
        {text === '' ? (
          command.shortcut && (
            // In a narrow field, it would leave no space for what the field searches.
            <span className="hidden @xs:flex">
              <Kbd keys={command.shortcut} />
            </span>
          )
        ) : (
          <button
            type="button"
            aria-label="Clear search"
            onClick={clear}
            className="flex size-5 -translate-y-0.5 items-center justify-center rounded-[4px] text-muted hover:bg-highlight"
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
