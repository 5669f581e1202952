import { Search, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { v1Routes } from '../../shared/contract.ts';
import { limits } from '../../shared/limits.ts';
import { usePermission } from '../session/use-permission.ts';
import { classNames } from '../ui/class-names.ts';
import { inputLook } from '../ui/field.tsx';
import { Keys } from '../ui/keys.tsx';
import { Progress } from '../ui/progress.tsx';
import { ask, forgetAsk, requestAskFocus, typeQuestion, useAsk } from './ask-store.ts';

/** One field; Enter asks, Esc clears. */
export function AskField() {
  const { text, answer, isFocusWanted } = useAsk();
  const unavailable = usePermission(v1Routes.searchKnowledge);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isFocusWanted) return;
    requestAskFocus(false);
    input.current?.focus();
    input.current?.select();
  }, [isFocusWanted]);
  const isClear = text === '' && answer.state === 'idle';
  return (
    <section aria-label="Ask the knowledge base" className="min-w-0 flex-1">
      <form
        role="search"
        className="relative"
        onSubmit={(event) => {
          event.preventDefault();
          void ask();
        }}
      >
        <Search aria-hidden size={15} className="absolute top-2.25 left-2.5 text-muted" />
        <input
          ref={input}
          type="text"
          aria-label="Ask the knowledge base"
          aria-keyshortcuts="/"
          placeholder="Ask the knowledge base"
          enterKeyHint="search"
          autoComplete="off"
          maxLength={limits.queryLength}
          disabled={unavailable !== null}
          title={unavailable ?? undefined}
          value={text}
          onChange={(event) => typeQuestion(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || isClear) return;
            event.preventDefault();
            forgetAsk();
          }}
          className={classNames(inputLook, 'pr-9 pl-8')}
        />
        <span className="absolute top-2 right-2 flex">
          {isClear ? (
            <Keys keys="/" />
          ) : (
            <button
              type="button"
              aria-label="Clear the question"
              onClick={() => {
                forgetAsk();
                input.current?.focus();
              }}
              className="flex size-5 -translate-y-0.5 items-center justify-center rounded-[4px] text-muted hover:bg-well"
            >
              <X aria-hidden size={14} />
            </button>
          )}
        </span>
        {answer.state === 'loading' && (
          <Progress label="Searching" share={null} className="appear-late absolute inset-x-1.5 -bottom-1" />
        )}
      </form>
    </section>
  );
}
