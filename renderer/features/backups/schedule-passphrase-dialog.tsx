import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toFieldErrors, type FieldErrors } from '../../ui/fields/field-errors.ts';
import { keychainQuery } from '../keychain/public.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { useBusy } from '../../ui/feedback/use-busy.ts';
import { useIsMounted } from '../../ui/page/use-is-mounted.ts';
import { checkPassphrase, emptyPassphrase, PassphraseFields } from '../../ui/fields/passphrase-fields.tsx';
import { changeBackupSettings } from './use-backup-settings.ts';

/** Asks for the passphrase of automatic backups. */
export function SchedulePassphraseDialog({ onClose }: { readonly onClose: () => void }) {
  const [passphrase, setPassphrase] = useState(emptyPassphrase);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isBusy, run] = useBusy();
  const isMounted = useIsMounted();
  const isKept = useQuery(keychainQuery).data?.kept_in !== 'memory';
  const save = async () => {
    const found = checkPassphrase(passphrase);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    try {
      await changeBackupSettings({ passphrase: passphrase.passphrase });
      if (isMounted()) onClose();
    } catch (error) {
      setErrors(toFieldErrors(error));
    }
  };
  return (
    <Dialog
      title="Encrypt automatic backups"
      description={
        <>
          <p>
            From now on, automatic backups are encrypted with this passphrase. You need it to restore them. Earlier
            backups stay as they are.
          </p>
          {!isKept && (
            <p className="text-warn">
              The keychain of this computer cannot be used, so the passphrase is kept until Switchboard quits. Then no
              automatic backup is made until you enter it again.
            </p>
          )}
        </>
      }
      onClose={onClose}
    >
      <DialogForm
        submitLabel="Encrypt"
        failure={errors['form']}
        isBusy={isBusy}
        onSubmit={() => void run(save)}
        onClose={onClose}
      >
        <PassphraseFields value={passphrase} errors={errors} onChange={setPassphrase} />
      </DialogForm>
    </Dialog>
  );
}
