import { useState } from 'react';
import type * as z from 'zod';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { limits } from '../../../shared/contract/limits.ts';
import { bearerHeader, remoteInvitationSchema, type ConnectionCheck } from '../../../shared/workspaces/connection.ts';
import { formatRole } from '../../format/format-role.ts';
import { parseInvitation } from '../../format/parse-invitation.ts';
import { showRequestError } from '../../data/show-request-error.ts';
import { app } from '../../data/service-clients.ts';
import { showToast } from '../../ui/feedback/toasts.ts';
import type { FieldErrors } from '../../ui/fields/field-errors.ts';
import { useBusy } from '../../ui/feedback/use-busy.ts';
import { useIsMounted } from '../../ui/page/use-is-mounted.ts';
import { createWorkspace } from '../workspaces/public.ts';
import {
  emptyConnection,
  findHost,
  needsHttpPermission,
  toConnectionErrors,
  toSchemaErrors,
  type Address,
} from './connection-draft.ts';

type Accepted = z.output<typeof appRoutes.acceptRemoteInvitation.response>;

type Certificate = ConnectionCheck['untrusted_certificate'];

type InvitationDraft = Address & {
  /** The text that was pasted. */
  readonly text: string;
  readonly email: string;
};

export type InvitationFormState = ReturnType<typeof useInvitationForm>;

const { baseUrl, allowHttp, certificateSha256 } = emptyConnection;
const emptyDraft: InvitationDraft = { baseUrl, allowHttp, certificateSha256, text: '', email: '' };

/** The state of the form that accepts an invitation, and then opens the linked workspace of the new member. */
export function useInvitationForm(onConnected: () => void, confirm: (connect: () => Promise<void>) => Promise<void>) {
  const [draft, setDraft] = useState(emptyDraft);
  const [errors, setErrors] = useState<FieldErrors>({});
  /** The certificate that kept the invitation from being sent, because this computer does not trust it. */
  const [certificate, setCertificate] = useState<Certificate>(null);
  /** The member with the API key, of which the remote keeps no copy, until the workspace has it. */
  const [accepted, setAccepted] = useState<Accepted | null>(null);
  const [isBusy, run] = useBusy();
  const isMounted = useIsMounted();
  const parsed = parseInvitation(draft.text);

  const change = (changes: Partial<InvitationDraft>) => {
    const pasted = changes.text === undefined ? null : parseInvitation(changes.text);
    setErrors({});
    setCertificate(null);
    // What the user allowed for one address does not apply to another.
    const before = pasted ? { ...emptyDraft, baseUrl: pasted.base_url, email: pasted.email } : draft;
    setDraft({ ...before, ...changes });
  };

  const accept = async (entered: InvitationDraft): Promise<void> => {
    if (!parsed)
      return setErrors({ text: 'This is not an invitation. Paste the whole text, or the content of the file.' });
    const input = remoteInvitationSchema.safeParse({
      base_url: entered.baseUrl,
      org_id: parsed.org_id,
      email: entered.email,
      secret: parsed.secret,
      allow_http: entered.allowHttp && needsHttpPermission(entered.baseUrl),
      certificate_sha256: entered.certificateSha256,
    });
    if (!input.success) return setErrors(toSchemaErrors(input.error));
    try {
      const member = accepted ?? (await app(appRoutes.acceptRemoteInvitation, { json: input.data }));
      if (isMounted()) setAccepted(member);
      await openWorkspace(member, input.data);
      onConnected();
      showToast(`You are ${formatRole(member.role)} in “${member.organization}” as ${member.email}`);
    } catch (error) {
      if (!isMounted()) return showRequestError('The workspace was not created', error);
      const found = toConnectionErrors(error);
      setErrors(found);
      if (found['certificate_sha256'] !== undefined) setCertificate(await findUntrustedCertificate(input.data));
    }
  };

  const submit = (entered: InvitationDraft) => void confirm(() => run(() => accept(entered)));

  return {
    draft,
    parsed,
    errors,
    certificate,
    accepted,
    isBusy,
    change,
    submit: () => submit(draft),
    /** Accepts only this certificate from now on, and tries again. */
    trust: (sha256: string) => {
      const trusting = { ...draft, certificateSha256: sha256 };
      change({ certificateSha256: sha256 });
      submit(trusting);
    },
  };
}

type Invitation = z.output<typeof remoteInvitationSchema>;

function toConnection({ base_url, org_id, allow_http, certificate_sha256 }: Invitation, api_key: string) {
  return { base_url, org_id, api_key, key_header: bearerHeader, allow_http, certificate_sha256 };
}

/** Returns null if the certificate can be trusted by now, or if the check fails. */
async function findUntrustedCertificate(invitation: Invitation): Promise<Certificate> {
  const json = toConnection(invitation, invitation.secret);
  const check = await app(appRoutes.checkNewConnection, { json }).catch(() => null);
  return check?.untrusted_certificate ?? null;
}

async function openWorkspace(
  { user_id, email, role, org_id, organization, secret }: Accepted,
  invitation: Invitation,
): Promise<void> {
  const name = (organization.trim() || findHost(invitation.base_url)).slice(0, limits.workspaceNameLength);
  const connection = { ...toConnection(invitation, secret), org_id };
  await createWorkspace({ kind: 'linked', name, connection, member: { user_id, email, role } });
}
