import { useState } from 'react';
import { v1Routes } from '../../../shared/contract/contract.ts';
import { limits } from '../../../shared/contract/limits.ts';
import { toPlainLine } from '../../../shared/text/plain-text.ts';
import { formatError } from '../../format/format-error.ts';
import { invalidate } from '../../data/invalidate.ts';
import { v1 } from '../../data/service-clients.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { useBusy } from '../../ui/feedback/use-busy.ts';
import { PhoneNumberField } from '../../ui/fields/phone-number-field.tsx';
import { validatePhoneNumber } from '../../format/phone-number.ts';
import { doNotCallKey } from './do-not-call-query.ts';

export function AddNumberDialog({ onClose }: { readonly onClose: () => void }) {
  const [number, setNumber] = useState('');
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, run] = useBusy();
  const add = async () => {
    const validation = validatePhoneNumber(number);
    if (validation.state === 'empty') return setError('Enter a phone number.');
    if (validation.state === 'invalid') return setError(validation.reason);
    try {
      await v1(v1Routes.addDoNotCallEntry, {
        json: { recipient_number: validation.number, reason: toPlainLine(reason) },
      });
      await invalidate(doNotCallKey);
      onClose();
    } catch (failure) {
      setError(formatError(failure));
    }
  };
  return (
    <Dialog
      title="Add a number"
      description="Calls to this number are refused. Queued calls to it are canceled."
      onClose={onClose}
    >
      <DialogForm submitLabel="Add number" isBusy={isBusy} onSubmit={() => void run(add)} onClose={onClose}>
        <PhoneNumberField
          number={number}
          error={error}
          onChange={(next) => {
            setNumber(next);
            setError(undefined);
          }}
        />
        <Field
          label="Reason"
          optional
          value={reason}
          maxLength={limits.doNotCallReasonLength}
          autoComplete="off"
          onChange={(event) => setReason(event.target.value)}
        />
      </DialogForm>
    </Dialog>
  );
}
