import { GitCompareArrows, GitMerge } from 'lucide-react';
import { useState } from 'react';
import {
  compareDefinitions,
  listChangedFields,
  type DefinitionChange,
} from '../../../shared/agents/compare-definitions.ts';
import type { AgentDetails } from '../../../shared/agents/agent-versions.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { showActionToast } from '../../ui/feedback/toasts.ts';
import { RelativeTime } from '../../ui/page/relative-time.tsx';
import type { LoadedAgent } from '../agents/public.ts';
import { changeDefinition, getEditedDefinition, keepMine, takeTheirs, type AgentEdit } from './agent-edits.ts';
import { normalizeDefinition } from './definition-errors.ts';
import { DefinitionChanges } from './definition-changes.tsx';

type EditConflictProps = {
  readonly agentId: string;
  readonly edit: AgentEdit;
  /** The agent as it was changed elsewhere. */
  readonly theirs: LoadedAgent;
};

/** Says that another window has changed the agent meanwhile, and asks which text stays. */
export function EditConflict({ agentId, edit, theirs }: EditConflictProps) {
  const [isComparing, setIsComparing] = useState(false);
  const theirDefinition = getEditedDefinition(theirs);
  const mine = normalizeDefinition(edit.definition);
  const labels = theirDefinition ? listChangedFields(theirDefinition, mine) : [];
  return (
    <>
      <Banner
        label="Changed in another window"
        tone="bad"
        icon={GitMerge}
        action={
          <span className="flex flex-wrap justify-end gap-2">
            {labels.length > 0 && (
              <Button
                size="small"
                icon={<GitCompareArrows aria-hidden size={13} />}
                onClick={() => setIsComparing(true)}
              >
                Compare
              </Button>
            )}
            <ChoiceButtons agentId={agentId} size="small" />
          </span>
        }
      >
        <strong className="font-medium">This agent was changed in another window.</strong>{' '}
        {labels.length > 0 ? `Different: ${labels.join(', ')}. ` : ''}Your text is kept until you decide.
      </Banner>
      {isComparing && theirDefinition && (
        <DraftsDialog
          agentId={agentId}
          theirs={theirs.details}
          changes={compareDefinitions(theirDefinition, mine)}
          onClose={() => setIsComparing(false)}
        />
      )}
    </>
  );
}

type DraftsDialogProps = {
  readonly agentId: string;
  readonly theirs: AgentDetails;
  readonly changes: readonly DefinitionChange[];
  readonly onClose: () => void;
};

/** Shows both texts of every field that differs. A choice ends the conflict, and with it this dialog. */
function DraftsDialog({ agentId, theirs: { draft, published_version }, changes, onClose }: DraftsDialogProps) {
  return (
    <Dialog
      title="Compare drafts"
      isWide
      description={
        <p>
          {draft ? (
            <>
              Theirs was saved <RelativeTime at={draft.saved_at} />
              {draft.author?.name && ` by ${draft.author.name}`}.
            </>
          ) : (
            `Theirs is version ${published_version}, without a draft.`
          )}{' '}
          Mine is not saved yet.
        </p>
      }
      onClose={onClose}
    >
      <section aria-label="Differences">
        <DefinitionChanges changes={changes} compared="drafts" />
      </section>
      <DialogActions>
        <Button size="large" variant="quiet" onClick={onClose}>
          Decide later
        </Button>
        <ChoiceButtons agentId={agentId} size="large" />
      </DialogActions>
    </Dialog>
  );
}

type ChoiceButtonsProps = { readonly agentId: string; readonly size: 'small' | 'large' };

function ChoiceButtons({ agentId, size }: ChoiceButtonsProps) {
  const take = () => {
    const mine = takeTheirs(agentId);
    showActionToast('Your changes were discarded', 'Undo', () => mine && changeDefinition(agentId, mine));
  };
  return (
    <>
      <Button size={size} onClick={take}>
        Take theirs
      </Button>
      <Button size={size} onClick={() => keepMine(agentId)}>
        Keep mine
      </Button>
    </>
  );
}
