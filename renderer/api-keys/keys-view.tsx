import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { ApiKey } from '../../shared/api-keys.ts';
import { appRoutes, v1Routes } from '../../shared/contract.ts';
import type { KeysSearch } from '../app.tsx';
import { formatCount } from '../format/format-number.ts';
import { formatError } from '../format/format-error.ts';
import { useMissingPermission } from '../session/use-missing-permission.ts';
import { Button } from '../ui/button.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Illustration } from '../ui/illustration.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { FilterField } from '../ui/filter-field.tsx';
import { ErrorBanner } from '../ui/error-banner.tsx';
import { TableSkeleton } from '../ui/skeleton.tsx';
import { useReturnFocus } from '../ui/use-return-focus.ts';
import { keyColumns } from './key-columns.tsx';
import { KeyPanel } from './key-panel.tsx';
import { keysQuery } from './keys-query.ts';
import { CreateApiKeyDialog } from './create-api-key-dialog.tsx';
import { LocalApiSection } from './local-api-section.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { dismissIssuedKey, useIssuedKeys } from './issued-keys-store.ts';

const newestFirst = { id: 'created', desc: true } as const;

/** The keys by which other programs use the service, and whether this computer's may. */
export function KeysView() {
  const disabledReason = useMissingPermission(v1Routes.listApiKeys, appRoutes.getLocalApi);
  if (disabledReason)
    return (
      <EmptyState illustration={<Illustration name="unplugged" />} title="API keys are not shown to your role">
        {disabledReason}
      </EmptyState>
    );
  return <Keys />;
}

function Keys() {
  const keys = useQuery(keysQuery);
  const [filter, setFilter] = useState('');
  const issued = useIssuedKeys((state) => state.issued[0]);
  const { key: openedId = null, make: isCreating = false } = useSearch({ from: '/keys' });
  const navigate = useNavigate();
  const show = (search: KeysSearch) => void navigate({ to: '/keys', search });
  const { saveFocus, restoreFocus } = useReturnFocus();
  const makeDisabledReason = useMissingPermission(v1Routes.createApiKey);
  const opened = keys.data?.find(({ key_id }) => key_id === openedId);
  if (keys.isError && !keys.data)
    return (
      <ErrorState
        title="The keys could not be listed"
        detail={formatError(keys.error)}
        onRetry={() => void keys.refetch()}
      />
    );
  const make = (
    <Button
      variant="primary"
      size="large"
      icon={<KeyRound aria-hidden size={15} />}
      disabledReason={makeDisabledReason}
      onClick={() => show({ create: true })}
    >
      Make a key
    </Button>
  );
  return (
    <div className="relative flex h-full">
      <div className="flex min-w-0 flex-1 flex-col">
        <LocalApiSection />
        {keys.isError && (
          <ErrorBanner onRetry={() => void keys.refetch()}>
            The keys could not be read again. {formatError(keys.error)}
          </ErrorBanner>
        )}
        <div className="flex shrink-0 items-center gap-3 px-6 pt-3 pb-2">
          {(keys.data?.length ?? 0) > 0 && <FilterField label="Filter keys" value={filter} onChange={setFilter} />}
          <p role="status" className="flex-1 text-small text-muted">
            {keys.data ? summarizeKeys(keys.data) : ''}
          </p>
          {make}
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
  if (!keys) return <TableSkeleton label="Loading keys" />;
  if (keys.length === 0)
    return (
      <EmptyState illustration={<Illustration name="unplugged" />} title="No keys yet">
        A key lets another program use this organization in one of its three roles.
      </EmptyState>
    );
  return (
    <DataTable
      label="API keys"
      columns={keyColumns}
      rows={keys}
      getRowId={({ key_id }) => key_id}
      filter={filter}
      initialSort={newestFirst}
      selectedId={openedId}
      onOpen={({ key_id }) => onOpen(key_id)}
      noResults={
        <EmptyState
          illustration={<Illustration name="search" />}
          title="No key matches"
          action={<Button onClick={onClear}>Clear the filter</Button>}
        >
          Nothing has “{filter}” in its name, role or hint.
        </EmptyState>
      }
    />
  );
}

function summarizeKeys(keys: readonly ApiKey[]): string {
  if (keys.length === 0) return '';
  const live = keys.filter(({ revoked_at }) => revoked_at === null).length;
  return live === keys.length ? formatCount(live, 'key') : `${formatCount(keys.length, 'key')}, ${live} live`;
}
