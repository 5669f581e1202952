import { ChevronDown, ChevronUp, Search } from 'lucide-react';
import type { RefObject } from 'react';
import { formatNumber } from '../../../../format/format-number.ts';
import { classNames } from '../../../../ui/page/class-names.ts';
import { inputClass } from '../../../../ui/fields/field.tsx';
import { IconButton } from '../../../../ui/buttons/icon-button.tsx';

type TranscriptSearchProps = {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly query: string;
  readonly matchCount: number;
  /** The index of the current match. */
  readonly matchIndex: number;
  readonly onChange: (query: string) => void;
  readonly onStep: (direction: 1 | -1) => void;
};

/** Searches one transcript. Enter goes to the next match, Shift+Enter to the previous one, Esc clears the search. */
export function TranscriptSearch({ field, query, matchCount, matchIndex, onChange, onStep }: TranscriptSearchProps) {
  const resultText =
    query.trim() === ''
      ? ''
      : matchCount === 0
        ? 'No results'
        : `${formatNumber(matchIndex + 1)} of ${formatNumber(matchCount)}`;
  return (
    <div role="search" className="flex min-w-0 items-center gap-1">
      <div className="relative w-56 shrink">
        <Search aria-hidden size={14} className="absolute top-1.75 left-2 text-muted" />
        <input
          ref={field}
          type="text"
          spellCheck={false}
          aria-label="Search transcript"
          placeholder="Search transcript"
          value={query}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1);
            else if (event.key === 'Escape') {
              event.stopPropagation();
              onChange('');
              event.currentTarget.blur();
            } else return;
            event.preventDefault();
          }}
          className={classNames(inputClass, 'h-7! border-line! pl-7')}
        />
      </div>
      <span role="status" className="ml-2 min-w-14 text-small whitespace-nowrap text-muted">
        {resultText}
      </span>
      {matchCount > 0 && (
        <>
          <IconButton
            label="Previous match"
            shortcut="Shift Enter"
            icon={<ChevronUp aria-hidden size={15} />}
            onClick={() => onStep(-1)}
          />
          <IconButton
            label="Next match"
            shortcut="Enter"
            icon={<ChevronDown aria-hidden size={15} />}
            onClick={() => onStep(1)}
          />
        </>
      )}
    </div>
  );
}
