import { newPassphraseSchema } from '../../../shared/workspaces/backups.ts';
import { limits } from '../../../shared/contract/limits.ts';
import { normalizePassphrase } from '../../../shared/text/plain-text.ts';
import type { FieldErrors } from './field-errors.ts';
import { Field } from './field.tsx';

export type NewPassphrase = { readonly passphrase: string; readonly repeated: string };

export const emptyPassphrase: NewPassphrase = { passphrase: '', repeated: '' };

/** Returns the errors of a new passphrase; none if it can be used. */
export function checkPassphrase({ passphrase, repeated }: NewPassphrase): FieldErrors {
  const parsed = newPassphraseSchema.safeParse(passphrase);
  if (!parsed.success) return { passphrase: parsed.error.issues[0]?.message ?? 'Enter a passphrase.' };
  return parsed.data === normalizePassphrase(repeated) ? {} : { repeated: 'The passphrases are not the same.' };
}

const backupHint = 'A few random words are best. Without it, the backup can’t be opened.';

type PassphraseFieldsProps = {
  readonly value: NewPassphrase;
  readonly errors: FieldErrors;
  readonly hint?: string;
  readonly onChange: (value: NewPassphrase) => void;
};

/** Asks for a new passphrase twice, because a backup with a mistyped one could never be opened. */
export function PassphraseFields({ value, errors, hint = backupHint, onChange }: PassphraseFieldsProps) {
  return (
    <>
      <Field
        label="Passphrase"
        type="password"
        autoComplete="new-password"
        maxLength={limits.passphraseLength}
        value={value.passphrase}
        error={errors['passphrase'] ?? null}
        hint={hint}
        onChange={(event) => onChange({ ...value, passphrase: event.target.value })}
      />
      <Field
        label="Repeat passphrase"
        type="password"
        autoComplete="new-password"
        maxLength={limits.passphraseLength}
        value={value.repeated}
        error={errors['repeated'] ?? null}
        onChange={(event) => onChange({ ...value, repeated: event.target.value })}
      />
    </>
  );
}
