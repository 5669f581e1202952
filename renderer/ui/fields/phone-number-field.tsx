import { useLayoutEffect, useRef, type ChangeEvent } from 'react';
import { Field } from './field.tsx';
import { examplePhoneNumber, formatPartialPhoneNumber, validatePhoneNumber } from '../../format/phone-number.ts';

type PhoneNumberFieldProps = {
  readonly number: string;
  readonly error: string | undefined;
  /** Why a call to this number needs attention. */
  readonly notice?: string | undefined;
  readonly onChange: (number: string) => void;
};

/** A number in international format. Digits are grouped during typing. */
export function PhoneNumberField({ number, error, notice, onChange }: PhoneNumberFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const charactersBeforeCaret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (charactersBeforeCaret.current === null) return;
    const position = findCaretPosition(number, charactersBeforeCaret.current);
    input.current?.setSelectionRange(position, position);
    charactersBeforeCaret.current = null;
  }, [number]);
  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const textBeforeCaret = target.value.slice(0, target.selectionStart ?? target.value.length);
    const next = formatPartialPhoneNumber(target.value);
    // Grouping inserts spaces; the caret must stay behind the same digit.
    charactersBeforeCaret.current = next === target.value ? null : countDialCharacters(textBeforeCaret);
    onChange(next);
  };
  const validation = validatePhoneNumber(number);
  return (
    <Field
      ref={input}
      label="Phone number"
      type="tel"
      inputMode="tel"
      autoComplete="off"
      placeholder={examplePhoneNumber}
      value={number}
      error={error ?? null}
      warning={notice ?? (validation.state === 'valid' ? validation.warning : null)}
      hint={validation.state === 'invalid' ? validation.reason : 'Start with + and the country code'}
      onChange={change}
    />
  );
}

function countDialCharacters(text: string): number {
  return text.replaceAll(/[^+\d]/g, '').length;
}

/** Returns the position in `text` after `count` digits and plus signs. */
function findCaretPosition(text: string, count: number): number {
  let passed = 0;
  for (let position = 0; position < text.length; position++) {
    if (passed === count) return position;
    if (/[+\d]/.test(text.charAt(position))) passed += 1;
  }
  return text.length;
}
