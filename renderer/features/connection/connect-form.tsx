import { limits } from '../../../shared/contract/limits.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { DialogActions } from '../../ui/dialogs/dialog.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { ApiKeyField, BaseUrlField, HeaderFields } from './address-fields.tsx';
import { CheckResult } from './check-result.tsx';
import { getOutcome } from './summarize-check.ts';
import type { ConnectFormState } from './use-connect-form.ts';

type ConnectFormProps = {
  readonly form: ConnectFormState;
  /** Absent if the workspace exists already. */
  readonly hasName?: boolean;
  /** What the primary button does with the connection. */
  readonly labels: { readonly connect: string; readonly connecting: string; readonly connectAnyway: string };
  readonly onConnectAnyway: () => void;
  /** Absent if the workspace exists already. */
  readonly onUseInvitation?: () => void;
  readonly onClose: () => void;
};

/** Asks for a remote, and shows the result of the check. The content of a dialog. */
export function ConnectForm({ form, hasName = true, ...actions }: ConnectFormProps) {
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      <ConnectFields form={form} hasName={hasName} />
      {form.check && <CheckResult check={form.check} onTrust={form.trust} onUseBaseUrl={form.useBaseUrl} />}
      {form.errors['form'] && (
        <p role="alert" className="text-bad">
          {form.errors['form']}
        </p>
      )}
      <ConnectActions form={form} {...actions} />
    </form>
  );
}

function ConnectFields({ form, hasName }: Required<Pick<ConnectFormProps, 'form' | 'hasName'>>) {
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

/** The primary button checks first. Once the remote can be used, it connects. */
function ConnectActions({
  form,
  labels,
  onConnectAnyway,
  onUseInvitation,
  onClose,
}: Omit<ConnectFormProps, 'hasName'>) {
  const { check, isChecking, isConnecting, runCheck } = form;
  const outcome = check && getOutcome(check);
  const checkLabel = isChecking ? 'Checking…' : outcome === null ? 'Check connection' : 'Check again';
  const waitReason = isChecking ? 'Wait until the check has finished.' : null;
  return (
    <DialogActions>
      {onUseInvitation && (
        <Button size="large" variant="quiet" className="mr-auto" onClick={onUseInvitation}>
          Use an invitation
        </Button>
      )}
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
