import { Link } from '@tanstack/react-router';
import { Check, UploadCloud } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AgentDetails } from '../../../shared/agents/agent-versions.ts';
import { formatError } from '../../format/format-error.ts';
import { formatCount } from '../../format/format-number.ts';
import { ActionButton } from '../../ui/buttons/action-button.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { StatusLabel } from '../../ui/feedback/status-label.tsx';
import { useBusy } from '../../ui/feedback/use-busy.ts';
import { classNames } from '../../ui/page/class-names.ts';
import type { AgentEdit } from './agent-edits.ts';
import { discardDraft } from './agent-version-actions.ts';
import { requestPublication } from './request-publication.ts';
import { useBuildRequest } from './use-build-request.ts';

type EditorHeaderProps = {
  readonly details: AgentDetails;
  readonly edit: AgentEdit;
  /** In how many parts the form differs from the published version. */
  readonly changeCount: number;
  /** A control in front of the buttons, below the name; false if there is none. */
  readonly children: ReactNode;
};

/** What differs from the published version of the agent, whether everything is saved, and the actions. */
export function EditorHeader({ details, edit, changeCount, children }: EditorHeaderProps) {
  const { agent_id: agentId, draft, published_version: published } = details;
  const [isDiscarding, run] = useBusy();
  const hasDraft = draft !== null || edit.isUnsaved;
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-6 pt-3 pb-2.5">
      <div
        className={classNames('flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1', Boolean(children) && 'basis-full')}
      >
        <BuildRequestLink details={details} />
        <span className="flex flex-wrap items-center gap-2">
          {published ? <StatusLabel tone="good" label={`Version ${published}`} /> : null}
          {hasDraft && <StatusLabel tone="pending" label="Draft" />}
          <SaveStatus edit={edit} changeCount={changeCount} hasDraft={hasDraft} published={published} />
        </span>
      </div>
      {children}
      <span className="ml-auto flex gap-2">
        {hasDraft && published !== 0 && (
          <Button
            size="large"
            variant="quiet"
            aria-busy={isDiscarding}
            onClick={() => void run(() => discardDraft(agentId))}
          >
            Discard draft
          </Button>
        )}
        {details.status !== 'uat' && (
          <ActionButton
            size="large"
            variant="primary"
            action={{
              label: 'Publish…',
              icon: UploadCloud,
              disabledReason: explainNoPublication(edit, changeCount),
              run: () => requestPublication(agentId),
            }}
          />
        )}
      </span>
    </header>
  );
}

/** Links to the build request that the agent belongs to. */
export function BuildRequestLink({ details }: Pick<EditorHeaderProps, 'details'>) {
  const request = useBuildRequest(details);
  if (!request) return null;
  return (
    <Link
      to="/agents"
      search={{ request: request.request_id }}
      aria-label="Back to the build request"
      className="rounded-control text-small text-accent hover:underline"
    >
      Build request
    </Link>
  );
}

/** Returns why the form cannot be published now, or null. */
function explainNoPublication({ conflict }: AgentEdit, changeCount: number): string | null {
  if (conflict) return 'Decide first which changes to keep.';
  return changeCount === 0 ? 'There are no changes to publish.' : null;
}

type SaveStatusProps = Pick<EditorHeaderProps, 'edit' | 'changeCount'> & {
  readonly hasDraft: boolean;
  readonly published: number | null;
};

function SaveStatus({ edit, changeCount, hasDraft, published }: SaveStatusProps) {
  const { saveState, isFromElsewhere, conflict } = edit;
  return (
    <p role="status" className="flex items-center gap-1 text-small text-muted">
      {conflict ? (
        'Not saved'
      ) : saveState.state === 'failed' ? (
        <span className="text-bad">The draft was not saved. {formatError(saveState.error)} Your text is kept.</span>
      ) : edit.isUnsaved ? (
        'Saving draft…'
      ) : isFromElsewhere ? (
        'Changed in another window just now'
      ) : (
        hasDraft && (
          <>
            <Check aria-hidden size={13} className="text-good" />
            Saved
            {published ? ` · ${formatCount(changeCount, 'change')} since version ${published}` : ''}
          </>
        )
      )}
    </p>
  );
}
