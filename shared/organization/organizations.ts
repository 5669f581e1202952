import * as z from 'zod';
import { limits } from '../contract/limits.ts';
import { defineRoute } from '../contract/route.ts';
import { timestampSchema } from '../contract/timestamp.ts';

export const organizationSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    industry: z.string(),
    status: z.string().meta({ description: '`active`; in a linked workspace, as the remote sent it' }),
    created_at: timestampSchema,
    subscription_tier: z.string(),
  })
  .meta({ id: 'Organization' });

export type Organization = z.infer<typeof organizationSchema>;

const params = z.object({ org_id: z.string().max(limits.idLength) });

export const getOrganization = defineRoute({
  id: 'getOrganization',
  method: 'get',
  path: '/organizations/{org_id}',
  summary: 'Get an organization',
  description: 'Returns the profile, status and subscription tier of the organization.',
  tag: 'Organizations',
  roles: ['admin', 'manager'],
  extension: false,
  params,
  status: 200,
  response: organizationSchema,
  problems: ['organization_not_found', 'forbidden_organization'],
});
