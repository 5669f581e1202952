import type { CriterionRule, CriterionRuleType } from '../../../shared/calls/scorecards.ts';

/** The fields of every kind of rule, as texts that are typed. They are kept when the user tries another kind. */
export type RuleFields = {
  readonly type: CriterionRuleType | 'reviewer';
  readonly text: string;
  readonly isFirstTurnOnly: boolean;
  readonly outcomes: readonly string[];
  readonly maxPercent: string;
  readonly maxSeconds: string;
};

const maxPercentRange = [1, 99] as const;
const maxSecondsRange = [1, 3_600] as const;

export function toRuleFields(rule: CriterionRule | null): RuleFields {
  return {
    type: rule?.type ?? 'reviewer',
    text: rule && 'text' in rule ? rule.text : '',
    isFirstTurnOnly: rule?.type === 'agent_says' && rule.first_turn_only,
    outcomes: rule?.type === 'outcome' ? rule.outcomes : [],
    maxPercent: String(rule?.type === 'talk_ratio' ? rule.max_percent : 60),
    maxSeconds: String(rule?.type === 'monologue' ? rule.max_seconds : 60),
  };
}

/** Returns the rule of valid fields; null if a reviewer decides. */
export function toRule(fields: RuleFields): CriterionRule | null {
  const { type, text } = fields;
  switch (type) {
    case 'reviewer':
      return null;
    case 'agent_says':
      return { type, text: text.trim(), first_turn_only: fields.isFirstTurnOnly };
    case 'agent_never_says':
      return { type, text: text.trim() };
    case 'outcome':
      return { type, outcomes: [...fields.outcomes] };
    case 'talk_ratio':
      return { type, max_percent: Number(fields.maxPercent) };
    case 'monologue':
      return { type, max_seconds: Number(fields.maxSeconds) };
    case 'questions_answered':
    case 'statements_supported':
      return { type };
  }
}

/** Returns a message about the fields of the chosen kind, or null. */
export function findRuleError({ type, text, outcomes, maxPercent, maxSeconds }: RuleFields): string | null {
  switch (type) {
    case 'agent_says':
    case 'agent_never_says':
      return text.trim() === '' ? 'Enter the words.' : null;
    case 'outcome':
      return outcomes.length === 0 ? 'Enter an outcome.' : null;
    case 'talk_ratio':
      return findRangeError(maxPercent, maxPercentRange);
    case 'monologue':
      return findRangeError(maxSeconds, maxSecondsRange);
    case 'questions_answered':
    case 'statements_supported':
    case 'reviewer':
      return null;
  }
}

function findRangeError(value: string, [min, max]: readonly [number, number]): string | null {
  const number = Number(value);
  const isValid = value.trim() !== '' && Number.isInteger(number) && number >= min && number <= max;
  return isValid ? null : `Enter a whole number from ${min} to ${max}.`;
}
