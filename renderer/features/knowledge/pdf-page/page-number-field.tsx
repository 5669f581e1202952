import { useState } from 'react';
import { formatNumber } from '../../../format/format-number.ts';
import { inputClass } from '../../../ui/fields/field.tsx';
import { classNames } from '../../../ui/page/class-names.ts';

type PageNumberFieldProps = {
  readonly page: number;
  readonly pageCount: number;
  readonly onPageChange: (page: number) => void;
};

/** The number of the page that is shown. Enter goes to the one that was typed; Esc restores the number. */
export function PageNumberField({ page, pageCount, onPageChange }: PageNumberFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const commit = () => {
    const typed = Number(draft ?? page);
    setDraft(null);
    if (Number.isInteger(typed) && typed >= 1) onPageChange(Math.min(typed, pageCount));
  };
  return (
    <div className="flex items-center gap-1.5 px-1 whitespace-nowrap">
      <span aria-hidden="true">Page</span>
      <input
        type="text"
        inputMode="numeric"
        aria-label="Page number"
        value={draft ?? String(page)}
        onChange={(event) => setDraft(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => setDraft(null)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
          if (event.key !== 'Escape' || draft === null) return;
          event.stopPropagation();
          setDraft(null);
        }}
        className={classNames(inputClass, 'h-7! w-12! px-1! text-center')}
      />
      <span aria-hidden="true">of {formatNumber(pageCount)}</span>
      <p role="status" className="sr-only">
        Page {formatNumber(page)} of {formatNumber(pageCount)}
      </p>
    </div>
  );
}
