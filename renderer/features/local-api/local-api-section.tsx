import { Switch } from '@base-ui/react/switch';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type * as z from 'zod';
import { appRoutes, v1Routes } from '../../../shared/contract/contract.ts';
import type { LocalApiStatus } from '../../../shared/window/local-api.ts';
import { toPlainToken } from '../../../shared/text/plain-text.ts';
import { formatError } from '../../format/format-error.ts';
import { queryClient } from '../../data/query-client.ts';
import { app } from '../../data/service-clients.ts';
import { useMissingPermission } from '../../data/session/missing-permission.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { inputClass } from '../../ui/fields/field.tsx';
import { bridge } from '../../data/bridge.ts';
import { localApiQuery } from './local-api-query.ts';
import { formatCurlCommand, getShell } from './format-curl-command.ts';

type LocalApiChange = z.input<typeof appRoutes.updateLocalApi.json>;

/** Enables the local API, which other programs on this computer can use, and sets its port. */
export function LocalApiSection() {
  const { data: localApi, error, refetch } = useQuery(localApiQuery);
  return (
    <section
      aria-label="Local API"
      aria-busy={!localApi && !error}
      className="flex min-h-15 shrink-0 flex-col justify-center gap-2 border-b border-line px-6 py-3"
    >
      {localApi ? (
        <LocalApiForm localApi={localApi} />
      ) : (
        error && (
          <p role="alert" className="flex items-center gap-3">
            <span className="min-w-0 flex-1">Local API settings could not be loaded. {formatError(error)}</span>
            <Button onClick={() => void refetch()}>Try again</Button>
          </p>
        )
      )}
    </section>
  );
}

function LocalApiForm({ localApi }: { readonly localApi: LocalApiStatus }) {
  const disabledReason = useMissingPermission(appRoutes.updateLocalApi);
  const [error, setError] = useState<string | null>(null);
  /** The text of the port while it is edited. */
  const [draft, setDraft] = useState<string | null>(null);
  const errorId = useId();
  const portId = useId();
  const labelId = useId();
  // In order: a change of the port is saved before the switch that follows it.
  const { mutate, variables, isPending } = useMutation({
    scope: { id: 'local-api' },
    mutationFn: (change: LocalApiChange) => app(appRoutes.updateLocalApi, { json: change }),
    onMutate: () => setError(null),
    onSuccess: (status) => {
      queryClient.setQueryData(localApiQuery.queryKey, status);
      setDraft((text) => (Number(text) === status.port ? null : text));
    },
    onError: (failure) => setError(formatError(failure)),
  });
  const changePort = (typed: string) => {
    const text = toPlainToken(typed);
    const port = Number(text);
    if (isPending && port === variables.port) return;
    if (port === localApi.port) return setError(null);
    if (!/^\d+$/.test(text) || port < 1 || port > 65_535) return setError('Enter a port from 1 to 65535.');
    mutate({ port });
  };
  const message = error ?? (localApi.error && `${localApi.error} Choose another port.`);
  return (
    <>
      <div className="flex items-center gap-3">
        <Switch.Root
          aria-labelledby={labelId}
          checked={localApi.enabled}
          disabled={disabledReason !== null}
          onCheckedChange={(enabled) => mutate({ enabled })}
          className="flex h-5 w-9 shrink-0 rounded-full bg-edge p-0.5 data-checked:bg-accent"
        >
          <Switch.Thumb className="size-4 rounded-full bg-raised transition-transform duration-100 data-checked:translate-x-4" />
        </Switch.Root>
        <div className="min-w-0 flex-1">
          <p id={labelId} className="font-medium">
            Enable local API access
          </p>
          <p className="text-small text-muted">
            {disabledReason ?? 'Only programs on this computer can connect. They need an API key.'}
          </p>
        </div>
        <label htmlFor={portId} className="text-muted">
          Port
        </label>
        <input
          id={portId}
          inputMode="numeric"
          value={draft ?? localApi.port}
          readOnly={disabledReason !== null}
          aria-invalid={message ? true : undefined}
          aria-describedby={message ? errorId : undefined}
          onChange={(event) => setDraft(event.target.value)}
          onBlur={(event) => changePort(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && changePort(event.currentTarget.value)}
          className={`${inputClass} w-20! text-right tabular-nums`}
        />
      </div>
      {message && (
        <p id={errorId} role="alert" className="text-small text-bad">
          {message}
        </p>
      )}
      {localApi.base_url !== null && (
        <>
          <p className="flex items-center gap-1">
            <span className="text-muted">Base URL</span>
            <code aria-label="Base URL" className="font-mono text-small select-all">
              {localApi.base_url}
            </code>
            <CopyButton text={localApi.base_url} label="Copy base URL" />
          </p>
          <CurlExamples baseUrl={localApi.base_url} />
        </>
      )}
    </>
  );
}

const shell = getShell(bridge.platform);

/** Commands to try the local API with a key of any role, which the user stores in a variable first. */
function CurlExamples({ baseUrl }: { readonly baseUrl: string }) {
  const examples = [
    { label: 'Agents', command: formatCurlCommand(shell, baseUrl + v1Routes.listAgents.path) },
    { label: 'Documents', command: formatCurlCommand(shell, baseUrl + v1Routes.listDocuments.path) },
    {
      label: 'Search',
      command: formatCurlCommand(shell, baseUrl + v1Routes.searchKnowledge.path, { query: 'What does it cost?' }),
    },
  ];
  return (
    <>
      <p className="text-small text-muted">
        {shell === 'PowerShell' ? (
          <>
            To try it in PowerShell, set <Code>$env:KEY</Code> to an API key first. In Command Prompt, leave out{' '}
            <Code>--%</Code>.
          </>
        ) : (
          <>
            To try it in a terminal, set the variable <Code>KEY</Code> to an API key first.
          </>
        )}
      </p>
      <ul aria-label="Example commands" className="flex flex-col gap-1">
        {examples.map(({ label, command }) => (
          <li key={label} className="flex items-center gap-1 rounded-control bg-well py-0.5 pr-1 pl-2.5">
            <code title={command} className="min-w-0 flex-1 truncate font-mono text-small select-all">
              {command}
            </code>
            <CopyButton text={command} label={`Copy command: ${label}`} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Code({ children }: { readonly children: string }) {
  return <code className="font-mono whitespace-nowrap select-all">{children}</code>;
}
