import { limits } from '../../../shared/contract/limits.ts';
import { invitationMaxLength } from '../../format/parse-invitation.ts';
import { formatRole } from '../../format/format-role.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { DialogActions } from '../../ui/dialogs/dialog.tsx';
import { scrollIntoView } from '../../ui/feedback/check-steps.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { focusOnMount } from '../../ui/focus/focus-on-mount.ts';
import { classNames } from '../../ui/page/class-names.ts';
import { BaseUrlField } from './address-fields.tsx';
import { UntrustedCertificate } from './check-result.tsx';
import type { InvitationFormState } from './use-invitation-form.ts';

type InvitationFormProps = {
  readonly form: InvitationFormState;
  readonly onUseKey: () => void;
  readonly onClose: () => void;
};

/** Asks for an invitation, and for what it leaves open. The content of a dialog. */
export function InvitationForm({ form, onUseKey, onClose }: InvitationFormProps) {
  const { draft, parsed, errors, certificate, accepted, isBusy, change, submit, trust } = form;
  const failure = errors['form'] ?? errors['certificate_sha256'];
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextArea
        ref={focusOnMount}
        label="Invitation"
        hint="Paste the text that you received, or the content of the file."
        value={draft.text}
        error={errors['text'] ?? errors['secret'] ?? null}
        maxLength={invitationMaxLength}
        readOnly={accepted !== null}
        rows={4}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => change({ text: event.target.value })}
        className={classNames('font-mono text-small', parsed ? 'max-h-16' : 'max-h-40')}
      />
      {parsed && (
        <>
          {parsed.organization !== '' && (
            <p role="status">
              Invitation to <strong className="font-medium break-words">{parsed.organization}</strong>
            </p>
          )}
          <div className="grid items-start gap-4 min-[560px]:grid-cols-2">
            <div className="flex flex-col gap-3">
              <BaseUrlField draft={draft} errors={errors} readOnly={accepted !== null} onChange={change} />
            </div>
            <Field
              label="Your email"
              type="email"
              hint="The address that was invited."
              maxLength={limits.emailLength}
              autoComplete="email"
              readOnly={accepted !== null}
              value={draft.email}
              error={errors['email'] ?? null}
              onChange={(event) => change({ email: event.target.value })}
            />
          </div>
        </>
      )}
      {failure && (
        <p ref={scrollIntoView} role="alert" className="text-bad">
          {failure}
        </p>
      )}
      {certificate && <UntrustedCertificate certificate={certificate} onTrust={trust} />}
      {accepted && !isBusy && (
        <div role="note" className="flex items-center gap-2 rounded-control bg-warn-soft px-3 py-2">
          <p className="min-w-0 flex-1">
            You are {formatRole(accepted.role)} now, but the workspace was not created. Try again, or keep your API key:
            the invitation does not work a second time.
          </p>
          <CopyButton text={accepted.secret} label="Copy your API key" />
        </div>
      )}
      <DialogActions>
        {!accepted && (
          <Button size="large" variant="quiet" className="mr-auto" onClick={onUseKey}>
            Use an API key
          </Button>
        )}
        <Button size="large" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" size="large" aria-busy={isBusy}>
          {isBusy ? 'Connecting…' : accepted ? 'Create workspace' : 'Accept invitation'}
        </Button>
      </DialogActions>
    </form>
  );
}
