import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { MemberInvitation } from '../../../shared/organization/members.ts';
import { useRemoteAddress } from '../connection/public.ts';
import { localApiQuery } from '../local-api/public.ts';
import { saveTextFile } from '../../data/save-file.ts';
import { useSession } from '../../data/session/session-query.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { UnreachableNote } from './unreachable-note.tsx';
import { formatInvitationFile, formatInvitationText, type SentInvitation } from '../../format/format-invitation.ts';

type InvitationDialogProps = {
  readonly invitation: MemberInvitation & { readonly secret: string };
  readonly onClose: () => void;
};

/** Shows an invitation once, as a text to send and as a file. */
export function InvitationDialog({ invitation, onClose }: InvitationDialogProps) {
  const { workspace, org_id } = useSession();
  const remote = useRemoteAddress();
  const localApi = useQuery({ ...localApiQuery, enabled: remote === null }).data;
  const { email, role, secret, expires_at } = invitation;
  const sent: SentInvitation = {
    organization: workspace?.name ?? '',
    org_id: remote?.org_id ?? org_id ?? '',
    base_url: remote?.base_url ?? localApi?.base_url ?? null,
    email,
    role,
    secret,
    expires_at,
  };
  const text = formatInvitationText(sent);
  return (
    <Dialog
      title={`Invitation for ${email}`}
      isWide
      description={
        <>
          <p>No email was sent. Send this text or the file now: you won’t be able to see the invitation again.</p>
          <UnreachableNote />
        </>
      }
      onClose={onClose}
    >
      <div className="flex items-start gap-2 rounded-control bg-well px-3 py-2">
        <pre
          tabIndex={0}
          role="region"
          aria-label="Text to send"
          className="max-h-64 min-w-0 flex-1 overflow-auto font-mono text-small break-words whitespace-pre-wrap select-text"
        >
          {text}
        </pre>
        <CopyButton text={text} label="Copy text" />
      </div>
      <DialogActions>
        <Button
          size="large"
          icon={<Download aria-hidden size={14} />}
          onClick={() =>
            saveTextFile(`invitation-${toFileName(email)}.json`, 'application/json', formatInvitationFile(sent))
          }
        >
          Save as file
        </Button>
        <Button variant="primary" size="large" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const toFileName = (email: string) => email.replaceAll(/[^\w.@-]/g, '_');
