import { useState } from 'react';
import { classNames } from './class-names.ts';

/** Longer texts are collapsed at first. */
const collapsedLength = 600;

/** A text that may be very long, with its line breaks. */
export function ExpandableText({ text }: { readonly text: string }) {
  const [isExpanded, setExpanded] = useState(false);
  const isLong = text.length > collapsedLength;
  return (
    <>
      <span className={classNames('whitespace-pre-wrap', isLong && !isExpanded && 'line-clamp-10')}>{text}</span>
      {isLong && (
        <button
          type="button"
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
          className="rounded-[4px] text-small text-accent hover:underline"
        >
          {isExpanded ? 'Show less' : 'Show all'}
        </button>
      )}
    </>
  );
}
