import { useState, type KeyboardEvent } from 'react';

type TypedValueOptions = {
  /** As the user would type it. Undefined if the field is empty. */
  readonly value: string | undefined;
  readonly format: (value: string) => string;
  /** Returns null for text that is not a value. */
  readonly parse: (text: string) => string | null;
  /** Is called on every change of the text to a value, or to nothing. */
  readonly onType?: ((value: string | undefined) => void) | undefined;
  /** Is called when the field is left, or Enter is pressed, with another value. */
  readonly onChange: (value: string | undefined) => void;
};

/** Keeps the text of a field while it is typed, and rewrites it once the field is left. */
export function useTypedValue({ value, format, parse, onType, onChange }: TypedValueOptions) {
  const [draft, setDraft] = useState<string | null>(null);
  const [isLeft, setLeft] = useState(false);
  const text = draft ?? (value === undefined ? '' : format(value));
  const typed = draft === null ? value : draft.trim() === '' ? undefined : parse(draft);
  const isInvalid = typed === null;
  const [previousValue, setPreviousValue] = useState(value);
  // Follows a value from elsewhere, such as the calendar.
  if (previousValue !== value) {
    setPreviousValue(value);
    if (typed !== value) setDraft(null);
  }
  const type = (next: string) => {
    setDraft(next);
    setLeft(false);
    const parsed = next.trim() === '' ? undefined : parse(next);
    if (parsed !== null) onType?.(parsed);
  };
  const commit = () => {
    setLeft(true);
    if (typed === null) return;
    setDraft(null);
    if (typed !== value) onChange(typed);
  };
  return {
    /** The value of the text. Null if it has none. */
    typed,
    isInvalid: isInvalid && isLeft,
    /** Replaces the text by a value. */
    set: (next: string) => type(format(next)),
    inputProps: {
      type: 'text',
      autoComplete: 'off',
      spellCheck: false,
      value: text,
      onChange: (event: { readonly target: { readonly value: string } }) => type(event.target.value),
      onBlur: () => draft !== null && commit(),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'Enter') return;
        commit();
        if (isInvalid) event.preventDefault(); // leaves the form as it is
      },
    },
  } as const;
}
