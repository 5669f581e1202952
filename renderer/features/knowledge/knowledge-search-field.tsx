import { Search, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { v1Routes } from '../../../shared/contract/contract.ts';
import { limits } from '../../../shared/contract/limits.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { classNames } from '../../ui/page/class-names.ts';
import { inputClass } from '../../ui/fields/field.tsx';
import { Kbd } from '../../ui/buttons/kbd.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import {
  runKnowledgeSearch,
  clearKnowledgeSearch,
  requestKnowledgeSearchFocus,
  setSearchText,
  useKnowledgeSearch,
} from './knowledge-search-store.ts';

/** The search field of the knowledge base. Enter searches, Esc clears. */
export function KnowledgeSearchField() {
  const { text, result, isFocusRequested } = useKnowledgeSearch();
  const disabledReason = useMissingPermission(v1Routes.searchKnowledge);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isFocusRequested) return;
    requestKnowledgeSearchFocus(false);
    input.current?.focus();
    input.current?.select();
  }, [isFocusRequested]);
  const isClear = text === '' && result.state === 'idle';
  return (
    <section aria-label="Search the knowledge base" className="min-w-0 flex-1">
      <form
        role="search"
        className="relative"
        onSubmit={(event) => {
          event.preventDefault();
          void runKnowledgeSearch();
        }}
      >
        <Search aria-hidden size={15} className="absolute top-2.25 left-2.5 text-muted" />
        <input
          ref={input}
          type="text"
          spellCheck={false}
          aria-label="Search the knowledge base"
          aria-keyshortcuts="/"
          placeholder="Search the knowledge base"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={limits.queryLength}
          disabled={disabledReason !== null}
          title={disabledReason ?? undefined}
          value={text}
          onChange={(event) => setSearchText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || isClear) return;
            event.preventDefault();
            clearKnowledgeSearch();
          }}
          className={classNames(inputClass, 'pr-9 pl-8')}
        />
        <span className="absolute top-2 right-2 flex">
          {isClear ? (
            <Kbd keys="/" />
          ) : (
            <button
              type="button"
              aria-label="Clear search"
              onClick={() => {
                clearKnowledgeSearch();
                input.current?.focus();
              }}
              className="flex size-5 -translate-y-0.5 items-center justify-center rounded-[4px] text-muted hover:bg-highlight"
            >
              <X aria-hidden size={14} />
            </button>
          )}
        </span>
        {result.state === 'loading' && (
          <ProgressBar label="Searching" fraction={null} className="fade-in-delayed absolute inset-x-1.5 -bottom-1" />
        )}
      </form>
    </section>
  );
}
