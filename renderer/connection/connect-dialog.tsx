import { useState } from 'react';
import { limits } from '../../shared/limits.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { ApiKeyField, BaseUrlField, HeaderFields } from './address-fields.tsx';
import { CheckResult } from './check-result.tsx';
import { findHost } from './connection-draft.ts';
import { getOutcome } from './summarize-check.ts';
import { useConnectForm, type ConnectForm } from './use-connect-form.ts';

/** Asks for a remote service, checks the connection to it, and creates a linked workspace. */
export function ConnectDialog({ onClose }: { readonly onClose: () => void }) {
  const form = useConnectForm(onClose);
  const [isConfirming, setConfirming] = useState(false);
  if (isConfirming)
    return (
      <ConfirmDialog
        title="Connect without a check"
        confirmLabel="Connect without check"
        isNonDestructive
        onConfirm={form.connect}
        onClose={() => setConfirming(false)}
      >
        <p>
          <strong className="font-medium text-ink">{findHost(form.draft.baseUrl)}</strong> could not be checked, so its
          address, the organization ID and the API key may be wrong.
        </p>
        <p>The workspace is created now. It syncs as soon as the remote can be reached.</p>
      </ConfirmDialog>
    );
  return (
    <Dialog
      title="Connect to a remote service"
      description="The workspace is a copy of an organization at a remote service. You can use it offline: changes are sent when the remote can be reached."
      isWide
      onClose={onClose}
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          form.submit();
        }}
      >
        <ConnectFields form={form} />
        {form.check && <CheckResult check={form.check} onTrust={form.trust} />}
        {form.errors['form'] && (
          <p role="alert" className="text-bad">
            {form.errors['form']}
          </p>
        )}
        <ConnectActions form={form} onConnectAnyway={() => form.validate() && setConfirming(true)} onClose={onClose} />
      </form>
    </Dialog>
  );
}

type ConnectFieldsProps = { readonly form: ConnectForm; readonly hasName?: boolean };

export function ConnectFields({ form, hasName = true }: ConnectFieldsProps) {
  const { draft, name, errors, change, changeName } = form;
  const fields = { draft, errors, onChange: change };
  return (
    <div className="grid items-start gap-4 min-[560px]:grid-cols-2">
      <div className="flex flex-col gap-3 min-[560px]:col-span-2">
        <BaseUrlField {...fields} />
      </div>
      <Field
        label="Organization ID"
        placeholder="org_…"
        maxLength={limits.idLength}
        autoComplete="off"
        spellCheck={false}
        value={draft.orgId}
        error={errors['org_id'] ?? null}
        onChange={(event) => change({ orgId: event.target.value })}
      />
      {hasName && (
        <Field
          label="Workspace name"
          maxLength={limits.workspaceNameLength}
          autoComplete="off"
          value={name}
          error={errors['name'] ?? null}
          onChange={(event) => changeName(event.target.value)}
        />
      )}
      <ApiKeyField {...fields} />
      <div className="flex flex-col gap-4">
        <HeaderFields {...fields} />
      </div>
    </div>
  );
}

type ConnectActionsProps = {
  readonly form: ConnectForm;
  /** What the primary button does with the connection. */
  readonly labels?: { readonly connect: string; readonly connecting: string; readonly connectAnyway: string };
  readonly onConnectAnyway: () => void;
  readonly onClose: () => void;
};

const connectLabels = {
  connect: 'Connect',
  connecting: 'Connecting…',
  connectAnyway: 'Connect without check…',
} as const;

/** The primary button checks first. Once the remote can be used, it connects. */
export function ConnectActions({ form, labels = connectLabels, onConnectAnyway, onClose }: ConnectActionsProps) {
  const { check, isChecking, isConnecting, runCheck } = form;
  const outcome = check && getOutcome(check);
  const checkLabel = isChecking ? 'Checking…' : outcome === null ? 'Check connection' : 'Check again';
  const waitReason = isChecking ? 'Wait until the check has finished.' : null;
  return (
    <DialogActions>
      <Button size="large" onClick={onClose}>
        Cancel
      </Button>
      {outcome === 'unavailable' && (
        <Button size="large" disabledReason={waitReason} onClick={onConnectAnyway}>
          {labels.connectAnyway}
        </Button>
      )}
      {outcome === 'passed' ? (
        <>
          <Button size="large" aria-busy={isChecking} onClick={runCheck}>
            {checkLabel}
          </Button>
          <Button type="submit" variant="primary" size="large" disabledReason={waitReason} aria-busy={isConnecting}>
            {isConnecting ? labels.connecting : labels.connect}
          </Button>
        </>
      ) : (
        <Button type="submit" variant="primary" size="large" aria-busy={isChecking}>
          {checkLabel}
        </Button>
      )}
    </DialogActions>
  );
}
