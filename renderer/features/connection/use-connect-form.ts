import { useEffect, useRef, useState } from 'react';
import type { ConnectionCheck } from '../../../shared/workspaces/connection.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { newWorkspaceSchema, type NewWorkspace } from '../../../shared/workspaces/workspaces.ts';
import { showRequestError } from '../../data/show-request-error.ts';
import { app } from '../../data/service-clients.ts';
import type { FieldErrors } from '../../ui/fields/field-errors.ts';
import { useBusy } from '../../ui/feedback/use-busy.ts';
import { useIsMounted } from '../../ui/page/use-is-mounted.ts';
import { createWorkspace } from '../workspaces/public.ts';
import {
  emptyConnection,
  findHost,
  toConnectionErrors,
  toConnectionInput,
  toSchemaErrors,
  type ConnectionDraft,
} from './connection-draft.ts';
import { getOutcome } from './summarize-check.ts';

export type NewLinkedWorkspace = Extract<NewWorkspace, { readonly kind: 'linked' }>;

export type ConnectFormState = ReturnType<typeof useConnectForm>;

type ConnectOptions = {
  /** Uses the checked connection; creates a workspace by default. */
  readonly onConnect?: (workspace: NewLinkedWorkspace) => Promise<void>;
  /** Calls `connect`, possibly after a confirmation. By default, calls it at once. */
  readonly confirm?: (connect: () => Promise<void>) => Promise<void>;
  /** The name of a workspace that exists already. */
  readonly workspaceName?: string | undefined;
};

/** The state of the form that asks for a connection. A check holds until the connection is changed. */
export function useConnectForm(
  onConnected: () => void,
  { onConnect = createWorkspace, confirm = (connect) => connect(), workspaceName }: ConnectOptions = {},
) {
  const [draft, setDraft] = useState(emptyConnection);
  /** Null until the user types a name: it is then the organization's name, and the host's before it is known. */
  const [typedName, setTypedName] = useState<string | null>(null);
  /** The name of the organization at this address, once a check has found it. */
  const [organizationName, setOrganizationName] = useState<string | null>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [check, setCheck] = useState<ConnectionCheck | null>(null);
  const [isChecking, setChecking] = useState(false);
  const [isConnecting, runConnect] = useBusy();
  const running = useRef<AbortController>(null);
  const isMounted = useIsMounted();
  useEffect(() => () => running.current?.abort(), []);
  const name = workspaceName ?? typedName ?? organizationName ?? findHost(draft.baseUrl);

  const validate = (connection = draft): NewLinkedWorkspace | null => {
    const parsed = newWorkspaceSchema.safeParse({ kind: 'linked', name, connection: toConnectionInput(connection) });
    setErrors(parsed.success ? {} : toSchemaErrors(parsed.error));
    return parsed.success && parsed.data.kind === 'linked' ? parsed.data : null;
  };

  const startCheck = async (checked: ConnectionDraft) => {
    const workspace = validate(checked);
    if (!workspace) return;
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setChecking(true);
    setCheck(null);
    try {
      const result = await app(appRoutes.checkNewConnection, { json: workspace.connection, signal: controller.signal });
      if (controller.signal.aborted) return;
      setCheck(result);
      setOrganizationName(result.organization_name);
    } catch (error) {
      if (!controller.signal.aborted) setErrors(toConnectionErrors(error));
    } finally {
      if (running.current === controller) setChecking(false);
    }
  };

  const change = (changes: Partial<ConnectionDraft>) => {
    running.current?.abort();
    setChecking(false);
    setCheck(null);
    setErrors({});
    if ('baseUrl' in changes || 'orgId' in changes) setOrganizationName(null);
    setDraft({ ...draft, ...changes });
  };

  const connect = async () => {
    const workspace = validate();
    if (!workspace) return;
    try {
      await onConnect(workspace);
      onConnected();
    } catch (error) {
      if (isMounted()) setErrors(toConnectionErrors(error));
      else showRequestError(`“${workspace.name}” was not created`, error);
    }
  };

  const startConnecting = () => confirm(() => runConnect(connect));

  return {
    draft,
    name,
    errors,
    check,
    isChecking,
    isConnecting,
    validate: () => validate() !== null,
    change,
    changeName: (next: string) => {
      setErrors({});
      setTypedName(next);
    },
    runCheck: () => void startCheck(draft),
    connect: startConnecting,
    /** Connects if the check found a remote that can be used; otherwise checks. */
    submit: () => {
      if (isChecking) return;
      if (check && getOutcome(check) === 'passed') void startConnecting();
      else void startCheck(draft);
    },
    /** Uses another base URL, and checks again. */
    useBaseUrl: (baseUrl: string) => {
      const changed = { ...draft, baseUrl, certificateSha256: null };
      setDraft(changed);
      void startCheck(changed);
    },
    /** Accepts only this certificate from now on, and checks again. */
    trust: (certificateSha256: string) => {
      const trusting = { ...draft, certificateSha256 };
      setDraft(trusting);
      void startCheck(trusting);
    },
  };
}
