import { openPublication, showRefusal } from './agent-editor-store.ts';
import { useAgentEdits } from './agent-edits.ts';
import { listErrors } from './definition-errors.ts';

/** Asks for the note of the next version, or shows what keeps the draft from being published. */
export function requestPublication(agentId: string): void {
  if (canUseDraft(agentId)) openPublication();
}

/** Returns whether the draft is complete. If it is not, shows what is empty or wrong. */
export function canUseDraft(agentId: string): boolean {
  const edit = useAgentEdits.getState()[agentId];
  if (!edit || edit.conflict) return false;
  if (listErrors(edit.definition, true).size === 0) return true;
  showRefusal();
  return false;
}
