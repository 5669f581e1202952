import { useLayoutEffect, useRef, type ChangeEvent } from 'react';
import { Field } from '../../ui/field.tsx';
import { examplePhoneNumber, formatPartialPhoneNumber, validatePhoneNumber } from '../phone-number.ts';

type PhoneNumberFieldProps = {
  readonly number: string;
  readonly error: string | undefined;
  readonly onChange: (number: string) => void;
};

/** A number in international format, its digits grouped while it is typed. */
export function PhoneNumberField({ number, error, onChange }: PhoneNumberFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current === null) return;
    const at = findCaretPosition(number, caret.current);
    input.current?.setSelectionRange(at, at);
    caret.current = null;
  }, [number]);
  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const before = target.value.slice(0, target.selectionStart ?? target.value.length);
    const next = formatPartialPhoneNumber(target.value);
    // Grouping moves what was typed; the caret stays behind the same digit.
    caret.current = next === target.value ? null : countDialCharacters(before);
    onChange(next);
  };
  const judged = validatePhoneNumber(number);
  return (
    <Field
      ref={input}
      label="Number"
      type="tel"
      inputMode="tel"
      autoComplete="off"
      placeholder={examplePhoneNumber}
      value={number}
      error={error ?? null}
      warning={judged.state === 'usable' ? judged.warning : null}
      hint={judged.state === 'wrong' ? judged.reason : 'International, with + and the country’s code'}
      onChange={change}
    />
  );
}

function countDialCharacters(text: string): number {
  return text.replaceAll(/[^+\d]/g, '').length;
}

/** Where in `text` so many digits and plus signs have passed. */
function findCaretPosition(text: string, signs: number): number {
  let passed = 0;
  for (let at = 0; at < text.length; at++) {
    if (passed === signs) return at;
    if (/[+\d]/.test(text.charAt(at))) passed += 1;
  }
  return text.length;
}
