import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { bearerHeader, type Connection } from '../../../shared/workspaces/connection.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { roleNames } from '../../../shared/contract/roles.ts';
import { toPlainToken } from '../../../shared/text/plain-text.ts';
import { formatError } from '../../format/format-error.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { SettingRow } from '../../ui/fields/setting-row.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { RelativeTime } from '../../ui/page/relative-time.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import type { FieldErrors } from '../../ui/fields/field-errors.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import { useBusy } from '../../ui/feedback/use-busy.ts';
import { keychainQuery } from '../keychain/public.ts';
import { ConnectionCheckDialog } from './connection-check-dialog.tsx';
import { connectionQuery, updateConnection } from './connection-query.ts';
import { UnlinkDialog } from './unlink-dialog.tsx';
import { ApiKeyField, BaseUrlField, HeaderFields } from './address-fields.tsx';
import {
  emptyConnection,
  findHost,
  toConnectionErrors,
  toConnectionInput,
  toDraft,
  toSchemaErrors,
} from './connection-draft.ts';

type OpenDialog = 'edit' | 'replace-key' | 'check' | 'unlink';

/** Shows where a linked workspace sends its requests, and changes it. */
export function ConnectionSettings() {
  const { data, error, refetch } = useQuery(connectionQuery);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = () => setDialog(null);
  if (error)
    return (
      <ErrorState
        title="The connection could not be loaded"
        detail={formatError(error)}
        onRetry={() => void refetch()}
      />
    );
  const connection = data?.connection;
  if (!connection) return null;
  return (
    <div className="flex flex-col gap-3">
      <ConnectionRows connection={connection} onOpen={setDialog} />
      {dialog === 'edit' && <EditConnectionDialog connection={connection} onClose={close} />}
      {dialog === 'replace-key' && <ReplaceKeyDialog connection={connection} onClose={close} />}
      {dialog === 'check' && <ConnectionCheckDialog onClose={close} />}
      {dialog === 'unlink' && <UnlinkDialog connection={connection} onClose={close} />}
    </div>
  );
}

type ConnectionRowsProps = { readonly connection: Connection; readonly onOpen: (dialog: OpenDialog) => void };

function ConnectionRows({ connection, onOpen }: ConnectionRowsProps) {
  const { base_url, org_id, key_header, key_hint, role, checked_at } = connection;
  const isKeychainUnread = useQuery({ ...keychainQuery, refetchOnMount: 'always' }).data?.kept_in === 'memory';
  const updateReason = useMissingPermission(appRoutes.updateConnection);
  const checkReason = useMissingPermission(appRoutes.checkConnection);
  const unlinkReason = useMissingPermission(appRoutes.unlinkWorkspace);
  const header = key_header.toLowerCase() === bearerHeader.toLowerCase() ? 'as a Bearer token' : `in ${key_header}`;
  return (
    <>
      <SettingRow
        label="Remote"
        note={
          <span className="wrap-anywhere select-text">
            {base_url} · organization {org_id}
          </span>
        }
      >
        <Button size="small" disabledReason={updateReason} onClick={() => onOpen('edit')}>
          Edit connection…
        </Button>
      </SettingRow>
      <SettingRow
        label="API key"
        note={
          key_hint === null ? (
            <span className="text-bad">
              {isKeychainUnread
                ? 'The API key is not available, because the keychain of this computer cannot be used. Enter the key again, or, if the keychain is locked, unlock it and choose Try again under Security. Changes wait until then.'
                : 'No API key is stored on this computer. Changes wait until you enter one.'}
            </span>
          ) : (
            `Ends with ${key_hint} · sent ${header}`
          )
        }
      >
        <Button size="small" disabledReason={updateReason} onClick={() => onOpen('replace-key')}>
          {key_hint === null ? 'Enter API key…' : 'Replace API key…'}
        </Button>
      </SettingRow>
      <SettingRow
        label="Permissions"
        note={
          checked_at === null ? (
            'Not checked yet'
          ) : (
            <>
              {role === null ? 'The role of the API key is unknown' : `Probably the role ${roleNames[role]}`} · checked{' '}
              <RelativeTime at={checked_at} />
            </>
          )
        }
      >
        <Button size="small" disabledReason={checkReason} onClick={() => onOpen('check')}>
          Check connection…
        </Button>
      </SettingRow>
      <SettingRow label="Link" note="Unlink to make this a local workspace. Everything that was fetched is kept.">
        <Button size="small" disabledReason={unlinkReason} onClick={() => onOpen('unlink')}>
          Unlink…
        </Button>
      </SettingRow>
    </>
  );
}

type ReplaceKeyDialogProps = { readonly connection: Connection; readonly onClose: () => void };

/** Replaces the remote's API key, or enters one that is missing. */
function ReplaceKeyDialog({ connection, onClose }: ReplaceKeyDialogProps) {
  const [draft, setDraft] = useState(emptyConnection);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isBusy, run] = useBusy();
  const isNew = connection.key_hint === null;
  const save = async () => {
    const apiKey = toPlainToken(draft.apiKey);
    if (apiKey === '') return setErrors({ api_key: 'Enter the API key.' });
    try {
      await updateConnection({ api_key: apiKey });
      onClose();
      showToast(isNew ? 'API key stored' : 'API key replaced');
    } catch (error) {
      setErrors(toConnectionErrors(error));
    }
  };
  const title = isNew ? 'Enter API key' : 'Replace API key';
  return (
    <Dialog
      title={title}
      description={`The key of ${findHost(connection.base_url)} for this workspace. Waiting changes are then sent with it.`}
      onClose={onClose}
    >
      <DialogForm
        submitLabel={isNew ? 'Store API key' : title}
        failure={errors['form']}
        isBusy={isBusy}
        onSubmit={() => void run(save)}
        onClose={onClose}
      >
        <ApiKeyField
          draft={draft}
          errors={errors}
          onChange={(change) => {
            setErrors({});
            setDraft({ ...draft, ...change });
          }}
        />
      </DialogForm>
    </Dialog>
  );
}

type EditConnectionDialogProps = { readonly connection: Connection; readonly onClose: () => void };

/** Changes the remote's address and the header of the API key. */
function EditConnectionDialog({ connection, onClose }: EditConnectionDialogProps) {
  const [draft, setDraft] = useState(() => toDraft(connection));
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isBusy, run] = useBusy();
  const save = async () => {
    const { base_url, key_header, allow_http, certificate_sha256 } = toConnectionInput(draft);
    const change = appRoutes.updateConnection.json.safeParse({ base_url, key_header, allow_http, certificate_sha256 });
    setErrors(change.success ? {} : toSchemaErrors(change.error));
    if (!change.success) return;
    try {
      await updateConnection(change.data);
      onClose();
      showToast('Connection changed');
    } catch (error) {
      setErrors(toConnectionErrors(error));
    }
  };
  const fields = {
    draft,
    errors,
    onChange: (change: Partial<typeof draft>) => {
      setErrors({});
      setDraft({ ...draft, ...change });
    },
  };
  return (
    <Dialog
      title="Edit connection"
      description="Waiting changes are sent to the new address. To use another organization, connect to it in a new workspace."
      onClose={onClose}
    >
      <DialogForm
        submitLabel="Save connection"
        failure={errors['form']}
        isBusy={isBusy}
        onSubmit={() => void run(save)}
        onClose={onClose}
      >
        <BaseUrlField {...fields} />
        <HeaderFields {...fields} />
      </DialogForm>
    </Dialog>
  );
}
