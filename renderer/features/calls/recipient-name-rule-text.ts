import { limits } from '../../../shared/contract/limits.ts';
import type { RecipientNameRule } from '../../../shared/calls/recipient-names.ts';
import { toPlainLine } from '../../../shared/text/plain-text.ts';

/** Formats a rule as the user edits it: `name, first_name + last_name`. */
export function formatNameRule(rule: RecipientNameRule): string {
  return rule.map((fields) => fields.join(' + ')).join(', ');
}

/** Reads the text of a rule. Parts without a name are left out. */
export function parseNameRule(text: string): RecipientNameRule {
  return text
    .split(',')
    .map((part) =>
      part
        .split('+')
        .map(toPlainLine)
        .filter((field) => field !== ''),
    )
    .filter((fields) => fields.length > 0);
}

/** Returns why a rule cannot be saved, or null. */
export function findNameRuleError(rule: RecipientNameRule): string | null {
  const max = limits.recipientNameFields;
  if (rule.length > max || rule.some((fields) => fields.length > max))
    return `Use at most ${max} alternatives with ${max} fields each.`;
  if (rule.flat().some((field) => field.length > limits.metadataNameLength))
    return `A field name has at most ${limits.metadataNameLength} characters.`;
  return null;
}
