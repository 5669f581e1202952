import { useState } from 'react';
import { classNames } from '../ui/class-names.ts';

/** Texts of more characters are cut until they are asked for whole. */
const collapsedLength = 600;

/** A text that may be very long, as it was written. */
export function ExpandableText({ text }: { readonly text: string }) {
  const [isWhole, setWhole] = useState(false);
  const isLong = text.length > collapsedLength;
  return (
    <>
      <span className={classNames('whitespace-pre-wrap', isLong && !isWhole && 'line-clamp-10')}>{text}</span>
      {isLong && (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
          className="rounded-[4px] text-small text-accent hover:underline"
        >
          {isWhole ? 'Show less' : 'Show all'}
        </button>
      )}
    </>
  );
}
