import { useState } from 'react';
import type * as z from 'zod';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { limits } from '../../../shared/contract/limits.ts';
import { remoteInvitationSchema } from '../../../shared/workspaces/connection.ts';
import { formatRole } from '../../format/format-role.ts';
import { parseInvitation } from '../../format/parse-invitation.ts';
import { showRequestError } from '../../data/show-request-error.ts';
import { app } from '../../data/service-clients.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import type { FieldErrors } from '../../ui/fields/field-errors.ts';
import { useBusy } from '../../ui/feedback/use-busy.ts';
import { useIsMounted } from '../../ui/page/use-is-mounted.ts';
import { createWorkspace } from '../workspaces/public.ts';
import { findHost, needsHttpPermission, toConnectionErrors, toSchemaErrors } from './connection-draft.ts';

type Accepted = z.output<typeof appRoutes.acceptRemoteInvitation.response>;

type InvitationDraft = {
  /** The text that was pasted. */
  readonly text: string;
  readonly baseUrl: string;
  readonly email: string;
  readonly allowHttp: boolean;
};

export type InvitationFormState = ReturnType<typeof useInvitationForm>;

const emptyDraft: InvitationDraft = { text: '', baseUrl: '', email: '', allowHttp: false };

/** The state of the form that accepts an invitation, and then opens the linked workspace of the new member. */
export function useInvitationForm(onConnected: () => void, confirm: (connect: () => Promise<void>) => Promise<void>) {
  const [draft, setDraft] = useState(emptyDraft);
  const [errors, setErrors] = useState<FieldErrors>({});
  /** The member with the API key, of which the remote keeps no copy, until the workspace has it. */
  const [accepted, setAccepted] = useState<Accepted | null>(null);
  const [isBusy, run] = useBusy();
  const isMounted = useIsMounted();
  const parsed = parseInvitation(draft.text);

  const change = (changes: Partial<InvitationDraft>) => {
    const pasted = changes.text === undefined ? null : parseInvitation(changes.text);
    setErrors({});
    setDraft({ ...draft, ...changes, ...(pasted && { baseUrl: pasted.base_url, email: pasted.email }) });
  };

  const accept = async (): Promise<void> => {
    if (!parsed)
      return setErrors({ text: 'This is not an invitation. Paste the whole text, or the content of the file.' });
    const input = remoteInvitationSchema.safeParse({
      base_url: draft.baseUrl,
      org_id: parsed.org_id,
      email: draft.email,
      secret: parsed.secret,
      allow_http: draft.allowHttp && needsHttpPermission(draft.baseUrl),
    });
    if (!input.success) return setErrors(toSchemaErrors(input.error));
    const member = accepted ?? (await app(appRoutes.acceptRemoteInvitation, { json: input.data }));
    if (isMounted()) setAccepted(member);
    await openWorkspace(member, input.data);
    onConnected();
    showToast(`You are ${formatRole(member.role)} in “${member.organization}” as ${member.email}`);
  };

  const submit = async () => {
    try {
      await accept();
    } catch (error) {
      if (isMounted()) setErrors(toConnectionErrors(error));
      else showRequestError('The workspace was not created', error);
    }
  };

  return { draft, parsed, errors, accepted, isBusy, change, submit: () => void confirm(() => run(submit)) };
}

async function openWorkspace(
  { user_id, email, role, org_id, organization, secret }: Accepted,
  { base_url, allow_http }: z.output<typeof remoteInvitationSchema>,
): Promise<void> {
  const name = (organization.trim() || findHost(base_url)).slice(0, limits.workspaceNameLength);
  const connection = {
    base_url,
    org_id,
    api_key: secret,
    key_header: 'Authorization',
    allow_http,
    certificate_sha256: null,
  };
  await createWorkspace({ kind: 'linked', name, connection, member: { user_id, email, role } });
}
