import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { ApiKey } from '../../../shared/organization/api-keys.ts';
import { appRoutes, v1Routes } from '../../../shared/contract/contract.ts';
import { roleNames } from '../../../shared/contract/roles.ts';
import { formatCount } from '../../format/format-number.ts';
import { formatError } from '../../format/format-error.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { DataTable } from '../../ui/tables/data-table.tsx';
import { Illustration } from '../../ui/feedback/illustration.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { FilterField } from '../../ui/fields/filter-field.tsx';
import { NoFilterResults } from '../../ui/tables/no-filter-results.tsx';
import { ErrorBanner } from '../../ui/feedback/error-banner.tsx';
import { TableSkeleton } from '../../ui/feedback/skeleton.tsx';
import { useReturnFocus } from '../../ui/focus/use-return-focus.ts';
import { createCopyLinkAction } from '../../data/copy-link-action.ts';
import { createCopyAction, createOpenAction, type RowActions } from '../../ui/tables/row-action.ts';
import { ActionButton } from '../../ui/buttons/action-button.tsx';
import { Detail, DetailList } from '../../ui/page/detail-list.tsx';
import { Panel, PanelFooter } from '../../ui/dialogs/panel.tsx';
import { RelativeTime } from '../../ui/page/relative-time.tsx';
import { LocalApiSection } from '../local-api/public.ts';
import type { KeysSearch } from './keys-search.ts';
import { keyColumns, SecretHint } from './key-columns.tsx';
import { keysQuery } from './keys-query.ts';
import { CreateApiKeyDialog } from './create-api-key-dialog.tsx';
import { useKeyActions } from './use-key-actions.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { dismissIssuedKey, useIssuedKeys } from './issued-keys-store.ts';

const newestFirst = { id: 'created', desc: true } as const;

/** The API keys and the settings of the local API. */
export function KeysView() {
  const disabledReason = useMissingPermission(v1Routes.listApiKeys, appRoutes.getLocalApi);
  if (disabledReason)
    return (
      <EmptyState illustration={<Illustration name="unplugged" />} title="You don’t have access to API keys">
        {disabledReason}
      </EmptyState>
    );
  return <Keys />;
}

function Keys() {
  const keys = useQuery(keysQuery);
  const [filter, setFilter] = useState('');
  const issued = useIssuedKeys((state) => state.issued[0]);
  const { key: openedId = null, create: isCreating = false } = useSearch({ from: '/keys' });
  const navigate = useNavigate();
  const show = (search: KeysSearch) => void navigate({ to: '/keys', search });
  const { saveFocus, restoreFocus } = useReturnFocus();
  const createDisabledReason = useMissingPermission(v1Routes.createApiKey);
  const opened = keys.data?.find(({ key_id }) => key_id === openedId);
  if (keys.isError && !keys.data)
    return (
      <ErrorState
        title="API keys could not be loaded"
        detail={formatError(keys.error)}
        onRetry={() => void keys.refetch()}
      />
    );
  const createButton = (
    <Button
      variant="primary"
      size="large"
      icon={<KeyRound aria-hidden size={15} />}
      disabledReason={createDisabledReason}
      onClick={() => show({ create: true })}
    >
      Create API key
    </Button>
  );
  return (
    <div className="relative flex h-full">
      <div className="flex min-w-0 flex-1 flex-col">
        <LocalApiSection />
        {keys.isError && (
          <ErrorBanner onRetry={() => void keys.refetch()}>
            API keys could not be refreshed. {formatError(keys.error)}
          </ErrorBanner>
        )}
        <div className="flex shrink-0 items-center gap-3 px-6 pt-3 pb-2">
          {(keys.data?.length ?? 0) > 0 && <FilterField label="Filter keys" value={filter} onChange={setFilter} />}
          <p role="status" className="ml-auto text-small text-muted">
            {keys.data ? summarizeKeys(keys.data) : ''}
          </p>
          {createButton}
        </div>
        <KeyTable
          keys={keys.data}
          filter={filter}
          openedId={openedId}
          onOpen={(key) => {
            saveFocus();
            show({ key });
          }}
          onClear={() => setFilter('')}
        />
      </div>
      {opened && (
        <KeyPanel
          key={opened.key_id}
          apiKey={opened}
          onClose={() => {
            show({});
            restoreFocus();
          }}
        />
      )}
      {isCreating && <CreateApiKeyDialog onClose={() => show({})} />}
      {issued && <SecretDialog issuedKey={issued} onClose={dismissIssuedKey} />}
    </div>
  );
}

type KeyTableProps = {
  readonly keys: readonly ApiKey[] | undefined;
  readonly filter: string;
  readonly openedId: string | null;
  readonly onOpen: (keyId: string) => void;
  readonly onClear: () => void;
};

function KeyTable({ keys, filter, openedId, onOpen, onClear }: KeyTableProps) {
  const { listActions, dialog } = useKeyActions();
  if (!keys) return <TableSkeleton label="Loading keys" />;
  if (keys.length === 0)
    return (
      <EmptyState illustration={<Illustration name="unplugged" />} title="No API keys yet">
        An API key gives another program access to this organization with the permissions of a role.
      </EmptyState>
    );
  const listRowActions = (key: ApiKey): RowActions => [
    [createOpenAction(() => onOpen(key.key_id))],
    [createCopyLinkAction('keys', key.key_id), createCopyAction('ID', key.key_id)],
    listActions(key),
  ];
  return (
    <>
      <DataTable
        label="API keys"
        columns={keyColumns}
        rows={keys}
        getRowId={({ key_id }) => key_id}
        filter={filter}
        initialSort={newestFirst}
        selectedId={openedId}
        onOpen={({ key_id }) => onOpen(key_id)}
        listActions={listRowActions}
        noResults={
          <NoFilterResults filter={filter} onClear={onClear}>
            Try a different name, role or key ending.
          </NoFilterResults>
        }
      />
      {dialog}
    </>
  );
}

function summarizeKeys(keys: readonly ApiKey[]): string {
  if (keys.length === 0) return '';
  const activeCount = keys.filter(({ revoked_at }) => revoked_at === null).length;
  const total = formatCount(keys.length, 'key');
  return activeCount === keys.length ? total : `${total}, ${activeCount} active`;
}

type KeyPanelProps = { readonly apiKey: ApiKey; readonly onClose: () => void };

/** One API key, with the actions to rotate and revoke it. */
export function KeyPanel({ apiKey, onClose }: KeyPanelProps) {
  const { key_id, name, role, hint, created_at, rotated_at, last_used_at, revoked_at } = apiKey;
  const { listActions, dialog } = useKeyActions();
  const actions = listActions(apiKey);
  return (
    <Panel title={name} subtitle={`${roleNames[role]} key`} onClose={onClose}>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 py-2">
        <DetailList>
          <Detail label="Key">
            <SecretHint hint={hint} />
          </Detail>
          <Detail label="Created">
            <RelativeTime at={created_at} />
          </Detail>
          {rotated_at !== null && (
            <Detail label="Rotated">
              <RelativeTime at={rotated_at} />
            </Detail>
          )}
          <Detail label="Last used">{last_used_at === null ? 'Never' : <RelativeTime at={last_used_at} />}</Detail>
          {revoked_at !== null && (
            <Detail label="Revoked">
              <RelativeTime at={revoked_at} />
            </Detail>
          )}
          <Detail label="ID">
            <code className="font-mono text-small break-all select-all">{key_id}</code>
          </Detail>
        </DetailList>
      </div>
      {actions.length > 0 && (
        <PanelFooter>
          {actions.map((action) => (
            <ActionButton key={action.label} size="large" action={action} />
          ))}
        </PanelFooter>
      )}
      {dialog}
    </Panel>
  );
}
