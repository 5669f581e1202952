import * as z from 'zod';
import { pageQuerySchema, pageSchema } from '../contract/paging.ts';
import { toPlainLine, toPlainToken } from '../text/plain-text.ts';
import { roles } from '../contract/roles.ts';
import { defineRoute } from '../contract/route.ts';

/** Integrations that an agent can be built with, as the API returns them. */
export const integrations = [
  'salesforce',
  'hubspot',
  'zendesk',
  'google_calendar',
  'microsoft_365',
  'slack',
  'stripe',
  'shopify',
  'twilio',
  'zapier',
  'intercom',
  'servicenow',
] as const;

export type Integration = (typeof integrations)[number];

export const integrationNames = {
  salesforce: 'Salesforce',
  hubspot: 'HubSpot',
  zendesk: 'Zendesk',
  google_calendar: 'Google Calendar',
  microsoft_365: 'Microsoft 365',
  slack: 'Slack',
  stripe: 'Stripe',
  shopify: 'Shopify',
  twilio: 'Twilio',
  zapier: 'Zapier',
  intercom: 'Intercom',
  servicenow: 'ServiceNow',
} as const satisfies Record<Integration, string>;

const integrationsByNormalizedName = new Map(
  integrations.map((integration) => [normalizeIntegrationName(integration), integration]),
);

/** Finds an integration by name, ignoring case, spaces, dashes, `_` and invisible marks. */
export function findIntegration(name: string): Integration | undefined {
  return integrationsByNormalizedName.get(normalizeIntegrationName(name));
}

const maxQuotedNameLength = 60;

/** Returns the message for a name that `findIntegration` does not find. */
export function describeUnsupportedIntegration(name: string): string {
  const line = toPlainLine(name);
  const quoted = line === '' ? 'An empty name' : `“${[...line].slice(0, maxQuotedNameLength).join('')}”`;
  return `${quoted} is not a supported integration.`;
}

function normalizeIntegrationName(name: string): string {
  return toPlainToken(name)
    .replaceAll(/[\s_\p{Pd}]+/gu, '')
    .toLowerCase();
}

const integrationSchema = z
  .object({ integration: z.enum(integrations), name: z.string().meta({ description: 'Display name' }) })
  .meta({ id: 'Integration' });

/** An integration with its display name. */
export type NamedIntegration = z.infer<typeof integrationSchema>;

export const listIntegrations = defineRoute({
  id: 'listIntegrations',
  method: 'get',
  path: '/integrations',
  summary: 'List integrations',
  description: 'Returns the integrations that an agent can be built with.',
  tag: 'Agents',
  roles,
  extension: true,
  query: pageQuerySchema,
  status: 200,
  response: pageSchema(integrationSchema).meta({ id: 'IntegrationPage' }),
  problems: [],
});
