import { limits } from '../../../shared/contract/limits.ts';
import { invitationMaxLength } from '../../format/parse-invitation.ts';
import { formatRole } from '../../format/format-role.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { DialogActions } from '../../ui/dialogs/dialog.tsx';
import { CheckboxField } from '../../ui/fields/checkbox-field.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { focusOnMount } from '../../ui/focus/focus-on-mount.ts';
import { classNames } from '../../ui/page/class-names.ts';
import { needsHttpPermission } from './connection-draft.ts';
import type { InvitationFormState } from './use-invitation-form.ts';

type InvitationFormProps = {
  readonly form: InvitationFormState;
  readonly onUseKey: () => void;
  readonly onClose: () => void;
};

/** Asks for an invitation, and for what it leaves open. The content of a dialog. */
export function InvitationForm({ form, onUseKey, onClose }: InvitationFormProps) {
  const { draft, parsed, errors, accepted, isBusy, change, submit } = form;
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
            <Field
              label="Base URL"
              type="url"
              inputMode="url"
              maxLength={limits.urlLength}
              autoComplete="off"
              readOnly={accepted !== null}
              value={draft.baseUrl}
              error={errors['base_url'] ?? null}
              onChange={(event) => change({ baseUrl: event.target.value, allowHttp: false })}
            />
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
          {needsHttpPermission(draft.baseUrl) && (
            <CheckboxField
              label="Allow HTTP for this connection"
              hint="Everyone on the network can then read the API key and all data."
              checked={draft.allowHttp}
              onChange={(allowHttp) => change({ allowHttp })}
            />
          )}
        </>
      )}
      {errors['form'] && (
        <p ref={scrollIntoView} role="alert" className="text-bad">
          {errors['form']}
        </p>
      )}
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

/** A ref for a message that a low window would not show. */
function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
