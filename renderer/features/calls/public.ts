export { describeCall, formatDisposition } from './call-labels.ts';
export { CallTime } from './call-time.tsx';
export { recipientNameRuleQuery } from './calls-query.ts';
export type { CallsSearch } from './calls-search.ts';
export { findNameRuleError, formatNameRule, parseNameRule } from './recipient-name-rule-text.ts';
export { Recipient } from './recipient.tsx';
export { formatRule, ruleTypeLabels } from './scorecard/scorecard-labels.ts';
export { criteriaQuery, refetchCriteria } from './scorecard/scorecard-query.ts';
