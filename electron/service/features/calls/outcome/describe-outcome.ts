// Public: other features may import this file.
import * as z from 'zod';
import {
  defaultOutcomes,
  type AgentDefinition,
  type AgentOutcome,
} from '../../../../../shared/agents/agent-definition.ts';
import type { CallOutcome, CapturedField } from '../../../../../shared/calls/call-outcomes.ts';
import { isSameName } from '../../../../../shared/text/plain-text.ts';
import type { Database } from '../../../platform/db/database.ts';
import { findAgent } from '../../agents/agent-queries.ts';
import { findAgentVersion } from '../../agents/agent-version-queries.ts';
import { findPublishedDefinition } from '../../agents/agent-versions.ts';
import { listDispositions } from '../call-list-queries.ts';
import { findTrial, type CallRow } from '../call-queries.ts';
import { listCapturedFields, type CapturedFieldRow } from './captured-field-queries.ts';
import { listCorrections } from './correction-queries.ts';

/** Describes the outcome and the captured fields of a call, with their corrections, and the outcomes that it can have. */
export function describeOutcome(db: Database, call: CallRow): CallOutcome {
  return {
    call_id: call.call_id,
    choices: [...listOutcomeChoices(db, call)],
    ...describeSharedOutcome(db, call),
  };
}

/** Describes the part of an outcome that linked workspaces share. */
export function describeSharedOutcome(db: Database, call: CallRow): Omit<CallOutcome, 'call_id' | 'choices'> {
  const isCompleted = call.status === 'completed';
  return {
    disposition: isCompleted ? call.disposition : null,
    is_success: isCompleted && call.is_success === 1,
    fields: listCapturedFields(db, call.id).map(toCapturedField),
    corrections: [...listCorrections(db, call.id)],
  };
}

const choicesSchema = z.array(z.string());

export function toCapturedField({ choices, needs_follow_up, ...field }: CapturedFieldRow): CapturedField {
  return { ...field, choices: choicesSchema.parse(JSON.parse(choices)), needs_follow_up: needs_follow_up === 1 };
}

/** Lists the outcomes that a call can have. They come from the version of the agent that spoke. */
export function listOutcomeChoices(db: Database, call: CallRow): readonly AgentOutcome[] {
  const outcomes = findDefinition(db, call)?.outcomes ?? defaultOutcomes;
  if (call.mode !== 'remote') return outcomes;
  // The remote's definition of the agent is not known here.
  const others = listDispositions(db, call.org_id).filter((name) => !findOutcome(outcomes, name));
  return [...outcomes, ...others.map((name) => ({ name, is_success: false, needs_follow_up: false }))];
}

/** Returns the definition that the agent followed in a call. */
function findDefinition(db: Database, call: CallRow): AgentDefinition | undefined {
  const agent = findAgent(db, call.org_id, call.agent_id);
  if (!agent) return undefined;
  const version = call.agent_version === null ? undefined : findAgentVersion(db, agent.id, call.agent_version);
  return version?.definition ?? findTrial(db, call.id)?.definition ?? findPublishedDefinition(db, agent);
}

export function findOutcome(outcomes: readonly AgentOutcome[], name: string | null): AgentOutcome | undefined {
  return outcomes.find((outcome) => isSameName(outcome.name, name ?? ''));
}
