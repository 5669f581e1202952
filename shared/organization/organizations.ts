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

export const memberStatuses = ['active', 'pending_invite'] as const;

export const memberSchema = z
  .object({
    user_id: z.string(),
    email: z.string(),
    role: z
      .string()
      .meta({ description: '`admin`, `manager` or `viewer`; in a linked workspace, as the remote sent it' }),
    status: z
      .string()
      .meta({ description: '`active` or `pending_invite`; in a linked workspace, as the remote sent it' }),
  })
  .meta({ id: 'Member' });

export type Member = z.infer<typeof memberSchema>;

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

export const listMembers = defineRoute({
  id: 'listMembers',
  method: 'get',
  path: '/organizations/{org_id}/members',
  summary: 'List members',
  description: 'Returns all members and pending invites with their roles.',
  tag: 'Organizations',
  roles: ['admin'],
  extension: false,
  params,
  status: 200,
  response: z.object({ data: z.array(memberSchema), total: z.int().min(0) }).meta({ id: 'MemberList' }),
  problems: ['organization_not_found', 'forbidden_organization'],
});
