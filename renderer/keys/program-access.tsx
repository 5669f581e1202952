import { Switch } from '@base-ui/react/switch';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type * as z from 'zod';
import { appRoutes } from '../../shared/contract.ts';
import type { Listening } from '../../shared/listening.ts';
import { tellError } from '../format/tell-error.ts';
import { queryClient } from '../query-client.ts';
import { app } from '../service.ts';
import { usePermission } from '../session/use-permission.ts';
import { Button } from '../ui/button.tsx';
import { Copy } from '../ui/copy.tsx';
import { inputLook } from '../ui/field.tsx';
import { CurlLines } from './curl-lines.tsx';
import { listeningQuery } from './keys-query.ts';

type Change = z.input<typeof appRoutes.changeListening.json>;

/** Lets other programs of this computer use the service, on a port of the admin's choice. */
export function ProgramAccess() {
  const { data: listening, error, refetch } = useQuery(listeningQuery);
  return (
    <section
      aria-label="Other programs of this computer"
      aria-busy={!listening && !error}
      className="flex min-h-15 shrink-0 flex-col justify-center gap-2 border-b border-line px-6 py-3"
    >
      {listening ? (
        <Access listening={listening} />
      ) : (
        error && (
          <p role="alert" className="flex items-center gap-3">
            <span className="min-w-0 flex-1">Whether other programs may use the service: {tellError(error)}</span>
            <Button onClick={() => void refetch()}>Try again</Button>
          </p>
        )
      )}
    </section>
  );
}

function Access({ listening }: { readonly listening: Listening }) {
  const unavailable = usePermission(appRoutes.changeListening);
  const [fault, setFault] = useState<string | null>(null);
  const faultId = useId();
  const portId = useId();
  const labelId = useId();
  // One after the other: who sets a port and turns the switch means that port.
  const { mutate, variables, isPending } = useMutation({
    scope: { id: 'listening' },
    mutationFn: (wanted: Change) => app(appRoutes.changeListening, { json: wanted }),
    onMutate: () => setFault(null),
    onSuccess: (now) => queryClient.setQueryData(listeningQuery.queryKey, now),
    onError: (error) => setFault(tellError(error)),
  });
  const changePort = (text: string) => {
    const port = Number(text);
    if (isPending && port === variables.port) return;
    if (port === listening.port) return setFault(null);
    if (!/^\d+$/.test(text.trim()) || port < 1 || port > 65_535) return setFault('A port is a number from 1 to 65535.');
    mutate({ port });
  };
  const note = fault ?? (listening.trouble && `${listening.trouble} Choose another port.`);
  return (
    <>
      <div className="flex items-center gap-3">
        <Switch.Root
          aria-labelledby={labelId}
          checked={listening.is_on}
          disabled={unavailable !== null}
          onCheckedChange={(is_on) => mutate({ is_on })}
          className="flex h-5 w-9 shrink-0 rounded-full bg-edge p-0.5 data-checked:bg-accent"
        >
          <Switch.Thumb className="size-4 rounded-full bg-raised transition-transform duration-100 data-checked:translate-x-4" />
        </Switch.Root>
        <div className="min-w-0 flex-1">
          <p id={labelId} className="font-medium">
            Let other programs of this computer use the service
          </p>
          <p className="text-small text-muted">
            {unavailable ?? 'They need a key. Nothing outside of this computer reaches it.'}
          </p>
        </div>
        <label htmlFor={portId} className="text-muted">
          Port
        </label>
        <input
          id={portId}
          key={listening.port}
          inputMode="numeric"
          defaultValue={listening.port}
          readOnly={unavailable !== null}
          aria-invalid={note ? true : undefined}
          aria-describedby={note ? faultId : undefined}
          onBlur={(event) => changePort(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && changePort(event.currentTarget.value)}
          className={`${inputLook} w-20! text-right tabular-nums`}
        />
      </div>
      {note && (
        <p id={faultId} role="alert" className="text-small text-bad">
          {note}
        </p>
      )}
      {listening.base_url !== null && (
        <>
          <p className="flex items-center gap-1">
            <span className="text-muted">Address</span>
            <code aria-label="Address" className="font-mono text-small select-all">
              {listening.base_url}
            </code>
            <Copy text={listening.base_url} label="Copy the address" />
          </p>
          <CurlLines baseUrl={listening.base_url} />
        </>
      )}
    </>
  );
}
