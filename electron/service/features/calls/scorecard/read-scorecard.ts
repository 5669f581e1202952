import { isCallEnded } from '../../../../../shared/calls/call-status.ts';
import type { CriterionScore, Scorecard } from '../../../../../shared/calls/scorecards.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { CallRow } from '../call-queries.ts';
import { findRemoteCall } from '../remote/remote-call-queries.ts';
import { listSpokenTurns, listUnansweredPositions, listUnsupportedPositions } from '../turn-queries.ts';
import { listCriteria, listDeletedScoredCriteria, toCriterion } from './criterion-queries.ts';
import { createRuleEvaluator, toComparableText, type RuleFacts, type RuleResult } from './evaluate-rule.ts';
import { listScores, toDecision } from './score-queries.ts';

export type ScoredCall = Pick<CallRow, 'id' | 'call_id' | 'agent_version' | 'mode' | 'status' | 'disposition'>;

const noResult: RuleResult = { answer: null, turn: null };

/** Returns a function that reads the scorecards of calls. It reads the criteria once. */
export function createScorecardReader(db: Database, orgId: string): (call: ScoredCall) => Scorecard {
  const criteria = listCriteria(db, orgId).map((row) => {
    const criterion = toCriterion(row);
    return { id: row.id, criterion, evaluate: criterion.rule && createRuleEvaluator(criterion.rule) };
  });
  const deleted = listDeletedScoredCriteria(db, orgId);
  const hasRules = criteria.some(({ evaluate }) => evaluate !== null);
  const isEmpty = criteria.length === 0 && deleted.length === 0;
  return (call) => {
    const { call_id, agent_version } = call;
    if (isEmpty) return { call_id, agent_version, total_percent: null, criteria: [], deleted_criteria: [] };
    const scores = new Map(listScores(db, call.id).map((score) => [score.criterion, score]));
    const facts = hasRules && isCallEnded(call.status) ? readFacts(db, call) : null;
    const scored = criteria.map(({ id, criterion, evaluate }): CriterionScore => {
      const { answer, turn } = (facts && evaluate?.(facts)) ?? noResult;
      const score = scores.get(id);
      return {
        ...criterion,
        answer: score?.answer ?? answer,
        decision: score ? toDecision(score) : null,
        rule_answer: answer,
        rule_turn: turn,
      };
    });
    const deleted_criteria = deleted.flatMap(({ id, criterion_id, name }) => {
      const score = scores.get(id);
      return score ? [{ criterion_id, name, answer: score.answer, decision: toDecision(score) }] : [];
    });
    return { call_id, agent_version, total_percent: computeTotal(scored), criteria: scored, deleted_criteria };
  };
}

function readFacts(db: Database, { id, mode, disposition }: ScoredCall): RuleFacts {
  const turns = listSpokenTurns(db, id);
  return {
    turns,
    texts: turns.map(({ text }) => toComparableText(text)),
    hasTimes: findRemoteCall(db, id)?.times !== 'unknown',
    disposition,
    // A remote does not report them.
    unansweredTurns: mode === 'remote' ? null : listUnansweredPositions(db, id),
    unsupportedTurns: listUnsupportedPositions(db, id),
  };
}

/** Returns the weight of the criteria answered yes, in percent of those answered yes or no; null if there are none. */
function computeTotal(scores: readonly Pick<CriterionScore, 'answer' | 'weight'>[]): number | null {
  const sum = (answers: readonly CriterionScore['answer'][]) =>
    scores.filter(({ answer }) => answers.includes(answer)).reduce((total, { weight }) => total + weight, 0);
  const decided = sum(['yes', 'no']);
  return decided === 0 ? null : Math.round((sum(['yes']) / decided) * 100);
}
