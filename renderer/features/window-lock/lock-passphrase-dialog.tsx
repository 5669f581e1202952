import { useState } from 'react';
import { limits } from '../../../shared/contract/limits.ts';
import { checkPassphrase, emptyPassphrase, PassphraseFields } from '../../ui/fields/passphrase-fields.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { toFieldErrors, type FieldErrors } from '../../ui/fields/field-errors.ts';
import { Field } from '../../ui/fields/field.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { useBusy } from '../../ui/feedback/use-busy.ts';
import { updateWindowLock } from './window-lock-query.ts';

const actions = {
  'set-up': { title: 'Set up lock', submit: 'Set up lock', done: 'Lock set up' },
  change: { title: 'Change passphrase', submit: 'Change passphrase', done: 'Passphrase changed' },
  'turn-off': { title: 'Turn off lock', submit: 'Turn off lock', done: 'Lock turned off' },
} as const;

export type LockAction = keyof typeof actions;

/** Sets up the lock, changes its passphrase, or turns it off. The last two ask for the current passphrase. */
export function LockPassphraseDialog({
  action,
  onClose,
}: {
  readonly action: LockAction;
  readonly onClose: () => void;
}) {
  const { title, submit, done } = actions[action];
  const [current, setCurrent] = useState('');
  const [chosen, setChosen] = useState(emptyPassphrase);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isBusy, run] = useBusy();
  const save = async () => {
    const found = action === 'turn-off' ? {} : checkPassphrase(chosen);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    try {
      await updateWindowLock({
        passphrase: action === 'turn-off' ? null : chosen.passphrase,
        ...(action !== 'set-up' && { current_passphrase: current }),
      });
      onClose();
      showToast(done);
    } catch (error) {
      setErrors(toFieldErrors(error));
    }
  };
  return (
    <Dialog
      title={title}
      description={
        action === 'set-up' &&
        'The passphrase is kept in the keychain of this computer, as a hash. If you forget it, quit Switchboard, remove each entry “Switchboard” that ends with “window-lock” from the keychain and “windowLock” from settings.json in the data folder, and start Switchboard again: that turns off the lock.'
      }
      onClose={onClose}
    >
      <DialogForm
        submitLabel={submit}
        submitVariant={action === 'turn-off' ? 'danger' : 'primary'}
        failure={errors['form']}
        isBusy={isBusy}
        onSubmit={() => void run(save)}
        onClose={onClose}
      >
        {action !== 'set-up' && (
          <Field
            label="Current passphrase"
            type="password"
            autoComplete="current-password"
            maxLength={limits.passphraseLength}
            value={current}
            error={errors['current_passphrase'] ?? null}
            onChange={(event) => setCurrent(event.target.value)}
          />
        )}
        {action !== 'turn-off' && (
          <PassphraseFields
            value={chosen}
            errors={errors}
            hint={describeStrength(chosen.passphrase)}
            onChange={setChosen}
          />
        )}
      </DialogForm>
    </Dialog>
  );
}

/** Sets of characters of which each that is used makes guessing harder. */
const characterSets = [
  { pattern: /[a-z]/, size: 26 },
  { pattern: /[A-Z]/, size: 26 },
  { pattern: /\d/, size: 10 },
  { pattern: /[^a-zA-Z\d]/, size: 33 },
] as const;

const strongBits = 75;
const fairBits = 50;

/** Describes how hard a new passphrase is to guess, by its length and its characters. Repeated characters count half. */
function describeStrength(passphrase: string): string {
  if (passphrase === '') return 'A few random words are best.';
  const alphabet = characterSets.reduce((sum, { pattern, size }) => sum + (pattern.test(passphrase) ? size : 0), 0);
  const distinct = new Set(passphrase).size;
  const bits = (distinct + (passphrase.length - distinct) / 2) * Math.log2(alphabet);
  if (bits >= strongBits) return 'Strength: strong.';
  return bits >= fairBits
    ? 'Strength: fair. Another word makes it strong.'
    : 'Strength: weak. A few random words are best.';
}
