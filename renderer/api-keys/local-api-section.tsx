import { Switch } from '@base-ui/react/switch';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type * as z from 'zod';
import { appRoutes } from '../../shared/contract.ts';
import type { LocalApiStatus } from '../../shared/local-api.ts';
import { formatError } from '../format/format-error.ts';
import { queryClient } from '../query-client.ts';
import { app } from '../service-clients.ts';
import { useMissingPermission } from '../session/use-missing-permission.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { inputClass } from '../ui/field.tsx';
import { CurlExamples } from './curl-examples.tsx';
import { localApiQuery } from './keys-query.ts';

type LocalApiChange = z.input<typeof appRoutes.updateLocalApi.json>;

/** Lets other programs of this computer use the service, on a port of the admin's choice. */
export function LocalApiSection() {
  const { data: listening, error, refetch } = useQuery(localApiQuery);
  return (
    <section
      aria-label="Other programs of this computer"
      aria-busy={!listening && !error}
      className="flex min-h-15 shrink-0 flex-col justify-center gap-2 border-b border-line px-6 py-3"
    >
      {listening ? (
        <LocalApiForm listening={listening} />
      ) : (
        error && (
          <p role="alert" className="flex items-center gap-3">
            <span className="min-w-0 flex-1">Whether other programs may use the service: {formatError(error)}</span>
            <Button onClick={() => void refetch()}>Try again</Button>
          </p>
        )
      )}
    </section>
  );
}

function LocalApiForm({ listening: localApi }: { readonly listening: LocalApiStatus }) {
  const disabledReason = useMissingPermission(appRoutes.updateLocalApi);
  const [fault, setFault] = useState<string | null>(null);
  const faultId = useId();
  const portId = useId();
  const labelId = useId();
  // One after the other: who sets a port and turns the switch means that port.
  const { mutate, variables, isPending } = useMutation({
    scope: { id: 'listening' },
    mutationFn: (wanted: LocalApiChange) => app(appRoutes.updateLocalApi, { json: wanted }),
    onMutate: () => setFault(null),
    onSuccess: (now) => queryClient.setQueryData(localApiQuery.queryKey, now),
    onError: (error) => setFault(formatError(error)),
  });
  const changePort = (text: string) => {
    const port = Number(text);
    if (isPending && port === variables.port) return;
    if (port === localApi.port) return setFault(null);
    if (!/^\d+$/.test(text.trim()) || port < 1 || port > 65_535) return setFault('A port is a number from 1 to 65535.');
    mutate({ port });
  };
  const note = fault ?? (localApi.error && `${localApi.error} Choose another port.`);
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
            Let other programs of this computer use the service
          </p>
          <p className="text-small text-muted">
            {disabledReason ?? 'They need a key. Nothing outside of this computer reaches it.'}
          </p>
        </div>
        <label htmlFor={portId} className="text-muted">
          Port
        </label>
        <input
          id={portId}
          key={localApi.port}
          inputMode="numeric"
          defaultValue={localApi.port}
          readOnly={disabledReason !== null}
          aria-invalid={note ? true : undefined}
          aria-describedby={note ? faultId : undefined}
          onBlur={(event) => changePort(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && changePort(event.currentTarget.value)}
          className={`${inputClass} w-20! text-right tabular-nums`}
        />
      </div>
      {note && (
        <p id={faultId} role="alert" className="text-small text-bad">
          {note}
        </p>
      )}
      {localApi.base_url !== null && (
        <>
          <p className="flex items-center gap-1">
            <span className="text-muted">Address</span>
            <code aria-label="Address" className="font-mono text-small select-all">
              {localApi.base_url}
            </code>
            <CopyButton text={localApi.base_url} label="Copy the address" />
          </p>
          <CurlExamples baseUrl={localApi.base_url} />
        </>
      )}
    </>
  );
}
