import { GitMerge } from 'lucide-react';
import { listChangedFields } from '../../../shared/agents/compare-definitions.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Banner } from '../../ui/feedback/banner.tsx';
import { showActionToast } from '../../ui/feedback/toasts.ts';
import { changeDefinition, getEditedDefinition, keepMine, takeTheirs, type AgentEdit } from './agent-edits.ts';
import { normalizeDefinition } from './definition-errors.ts';

type EditConflictProps = { readonly agentId: string; readonly edit: AgentEdit };

/** Says that another window has changed the agent meanwhile, and asks which text stays. */
export function EditConflict({ agentId, edit }: EditConflictProps) {
  const theirs = edit.conflict && getEditedDefinition(edit.conflict);
  const labels = theirs ? listChangedFields(normalizeDefinition(edit.definition), theirs) : [];
  const take = () => {
    const mine = takeTheirs(agentId);
    showActionToast('Your changes were discarded', 'Undo', () => mine && changeDefinition(agentId, mine));
  };
  return (
    <Banner
      label="Changed in another window"
      tone="bad"
      icon={GitMerge}
      action={
        <span className="flex gap-2">
          <Button size="small" onClick={() => keepMine(agentId)}>
            Keep mine
          </Button>
          <Button size="small" onClick={take}>
            Take theirs
          </Button>
        </span>
      }
    >
      <strong className="font-medium">This agent was changed in another window.</strong>{' '}
      {labels.length > 0 ? `Different: ${labels.join(', ')}. ` : ''}Your text is kept until you decide.
    </Banner>
  );
}
