import * as z from 'zod';
import { limits } from '../contract/limits.ts';
import { roles } from '../contract/roles.ts';
import { defineRoute } from '../contract/route.ts';
import { toPlainLine } from '../text/plain-text.ts';

const fieldNameSchema = z.string().overwrite(toPlainLine).min(1, 'Enter a field name.').max(limits.metadataNameLength);

/** The alternatives, in order of preference: each is a list of metadata fields whose values are joined. */
export const recipientNameRuleSchema = z
  .array(z.array(fieldNameSchema).min(1).max(limits.recipientNameFields))
  .max(limits.recipientNameFields);

export type RecipientNameRule = readonly (readonly string[])[];

export const defaultRecipientNameRule: RecipientNameRule = [['name'], ['first_name', 'last_name']];

const common = { tag: 'Calls', path: '/recipient-name-rule', extension: true, status: 200 } as const;
const ruleBodySchema = z.object({ rule: recipientNameRuleSchema });

export const getRecipientNameRule = defineRoute({
  ...common,
  id: 'getRecipientNameRule',
  method: 'get',
  summary: 'Get the rule for recipient names',
  roles,
  response: ruleBodySchema,
  problems: ['no_workspace'],
});

export const updateRecipientNameRule = defineRoute({
  ...common,
  id: 'updateRecipientNameRule',
  method: 'patch',
  summary: 'Update the rule for recipient names',
  description:
    'Changes the metadata fields that contain the name of a call’s recipient. With an empty rule, no names are shown.',
  roles: ['admin'],
  json: ruleBodySchema,
  response: ruleBodySchema,
  problems: ['no_workspace'],
});
