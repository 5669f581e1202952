import type { AgentDefinition } from '../../../../../shared/agents/agent-definition.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { CallRow } from '../call-queries.ts';
import { insertUnansweredField } from './captured-field-queries.ts';
import { recordOutcome, updateOutcome } from './correction-queries.ts';
import { findOutcome } from './describe-outcome.ts';

/**
 * Stores whether the outcome of a call that ends is a success, and the questions without an answer. Call it in the transaction that ends
 * it. Linked workspaces do not get the outcome of a trial.
 */
export function storeEndedOutcome(
  db: Database,
  call: CallRow,
  disposition: string,
  { outcomes, questions }: Pick<AgentDefinition, 'outcomes' | 'questions'>,
): void {
  updateOutcome(db, call.id, disposition, findOutcome(outcomes, disposition)?.is_success ?? null);
  for (const [position, question] of questions.entries()) insertUnansweredField(db, call.id, position, question);
  if (questions.length > 0 && call.is_trial === 0) recordOutcome(db, call);
}
