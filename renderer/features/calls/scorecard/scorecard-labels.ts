import type { ScoreAnswer } from '../../../../shared/calls/score-answers.ts';
import type { CriterionRule, CriterionRuleType } from '../../../../shared/calls/scorecards.ts';
import { formatNumber } from '../../../format/format-number.ts';

export const answerLabels = {
  yes: 'Yes',
  no: 'No',
  not_applicable: 'Not applicable',
} as const satisfies Record<ScoreAnswer, string>;

export const ruleTypeLabels = {
  agent_says: 'The agent says certain words',
  agent_never_says: 'The agent never says certain words',
  outcome: 'The call has a certain outcome',
  talk_ratio: 'The agent’s share of the talk time',
  monologue: 'The agent’s longest monologue',
  questions_answered: 'The documents answer every question',
  statements_supported: 'Sources support all that the agent says',
} as const satisfies Record<CriterionRuleType, string>;

/** Describes a rule in a sentence without a period. */
export function formatRule(rule: CriterionRule): string {
  switch (rule.type) {
    case 'agent_says':
      return `The agent says “${rule.text}”${rule.first_turn_only ? ' in its first turn' : ''}`;
    case 'agent_never_says':
      return `The agent never says “${rule.text}”`;
    case 'outcome':
      return `The outcome is ${rule.outcomes.map((outcome) => `“${outcome}”`).join(' or ')}`;
    case 'talk_ratio':
      return `The agent talks for at most ${rule.max_percent}% of the talk time`;
    case 'monologue':
      return `The agent talks for at most ${formatNumber(rule.max_seconds)} seconds at a time`;
    case 'questions_answered':
      return 'The documents answer every question of the recipient';
    case 'statements_supported':
      return 'Documents and call data support all that the agent says, if it uses a language model';
  }
}
