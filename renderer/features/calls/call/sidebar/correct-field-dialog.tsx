import { useState } from 'react';
import type { CapturedField } from '../../../../../shared/calls/call-outcomes.ts';
import { normalizeAnswer } from '../../../../../shared/calls/normalize-answer.ts';
import { limits } from '../../../../../shared/contract/limits.ts';
import { formatDay } from '../../../../format/format-day.ts';
import { startOfDay } from '../../../../format/local-day.ts';
import { dayFormat } from '../../../../format/typed-day.ts';
import { Dialog } from '../../../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../../../ui/dialogs/dialog-form.tsx';
import { useBusy } from '../../../../ui/feedback/use-busy.ts';
import { Field } from '../../../../ui/fields/field.tsx';
import { Select } from '../../../../ui/fields/select.tsx';

const sampleDate = dayFormat.format('2026-11-28');

const answerHints = {
  date: `A date such as ${sampleDate}`,
  time: 'A time such as 14:30',
  number: 'A number such as 1250.5',
  email: 'An email address',
  text: null,
} as const;

/** The value of the option without an answer. No answer is empty. */
const noAnswer = '';

const yesNoLabels: Readonly<Record<string, string>> = { yes: 'Yes', no: 'No' };

/** Formats the answer of a captured field; empty without one. */
export function formatAnswer({ type, value }: Pick<CapturedField, 'type' | 'value'>): string {
  if (value === null) return '';
  if (type === 'yes_no') return yesNoLabels[value] ?? value;
  return type === 'date' && isDay(value) ? formatDay(startOfDay(value).toISOString()) : value;
}

/** A remote may send another text. */
function isDay(value: string): boolean {
  return dayFormat.parse(value) === value;
}

/** Formats an answer as it is typed. */
function formatTyped({ type, value }: CapturedField): string {
  if (value === null) return noAnswer;
  return type === 'date' && isDay(value) ? dayFormat.format(value) : value;
}

type CorrectFieldDialogProps = {
  readonly field: CapturedField;
  /** Saves the value; null if the recipient gave no answer. Resolves to whether it was saved. */
  readonly onSave: (value: string | null) => Promise<boolean>;
  readonly onClose: () => void;
};

/** Corrects what the recipient answered to a question. */
export function CorrectFieldDialog({ field, onSave, onClose }: CorrectFieldDialogProps) {
  const { question, type, choices, spoken } = field;
  const [value, setValue] = useState(() => formatTyped(field));
  const [error, setError] = useState<string | null>(null);
  const [isBusy, run] = useBusy();
  const save = async () => {
    const answer = type === 'date' ? (dayFormat.parse(value) ?? value) : value;
    const normalized = value.trim() === noAnswer ? { value: null } : normalizeAnswer(field, answer);
    if ('error' in normalized)
      return setError(type === 'date' ? `Enter a date such as ${sampleDate}.` : normalized.error);
    if (await onSave(normalized.value)) onClose();
  };
  const answers = type === 'yes_no' ? Object.keys(yesNoLabels) : choices;
  return (
    <Dialog
      title="Correct the answer"
      description={spoken === '' ? question : `${question} The recipient said: “${spoken}”`}
      onClose={onClose}
    >
      <DialogForm submitLabel="Save answer" isBusy={isBusy} onSubmit={() => void run(save)} onClose={onClose}>
        {type === 'yes_no' || type === 'choice' ? (
          <Select
            label="Answer"
            value={value}
            options={[
              { value: noAnswer, label: 'No answer' },
              ...answers.map((answer) => ({ value: answer, label: formatAnswer({ type, value: answer }) })),
            ]}
            onChange={setValue}
          />
        ) : (
          <Field
            label="Answer"
            optional
            value={value}
            error={error}
            {...(answerHints[type] && { hint: answerHints[type] })}
            maxLength={limits.capturedValueLength}
            autoComplete="off"
            onChange={(event) => {
              setValue(event.target.value);
              setError(null);
            }}
          />
        )}
      </DialogForm>
    </Dialog>
  );
}
