import * as z from 'zod';
import { limits } from '../contract/limits.ts';
import { roles } from '../contract/roles.ts';
import { defineRoute } from '../contract/route.ts';
import { timestampSchema } from '../contract/timestamp.ts';
import { emailPattern, normalizeEmail } from '../text/email-address.ts';
import { toPlainToken } from '../text/plain-text.ts';

/** The statuses of a member that this application gives. */
export const memberStatuses = ['active', 'pending_invite', 'suspended'] as const;

export const memberSchema = z
  .object({
    user_id: z.string(),
    email: z.string(),
    role: z
      .string()
      .meta({ description: '`admin`, `manager` or `viewer`; in a linked workspace, as the remote sent it' }),
    status: z.string().meta({
      description: '`active`, `pending_invite` or `suspended`; in a linked workspace, as the remote sent it',
    }),
  })
  .meta({ id: 'Member' });

export type Member = z.infer<typeof memberSchema>;

/** Returns whether a member is an active Admin. The last one cannot be changed or removed. */
export const isActiveAdmin = ({ role, status }: Pick<Member, 'role' | 'status'>) =>
  role === 'admin' && status === 'active';

/** An email address that a user enters. */
export const emailSchema = z
  .string()
  .overwrite((address) => normalizeEmail(toPlainToken(address)))
  .pipe(
    z
      .string()
      .regex(emailPattern, 'Enter a valid email address.')
      .max(limits.emailLength, 'This address is too long.')
      .meta({ format: 'idn-email' }),
  );

export const newMemberSchema = z.object({ email: emailSchema, role: z.enum(roles) });

const memberInvitationSchema = memberSchema
  .extend({
    secret: z.string().nullable().meta({
      description:
        'Returned once, and only its hash is stored: null when a response is replayed for its Idempotency-Key',
    }),
    expires_at: timestampSchema,
  })
  .meta({ id: 'MemberInvitation' });

export type MemberInvitation = z.infer<typeof memberInvitationSchema>;

const organizationParams = z.object({ org_id: z.string().max(limits.idLength) });
const params = organizationParams.extend({ user_id: z.string().max(limits.idLength) });

const path = '/organizations/{org_id}/members';
const memberPath = `${path}/{user_id}` as const;

const common = { tag: 'Organizations', roles: ['admin'] } as const;
const organizationProblems = ['organization_not_found', 'forbidden_organization'] as const;
const memberProblems = [...organizationProblems, 'member_not_found'] as const;
const changeProblems = [
  ...memberProblems,
  'precondition_failed',
  'last_admin',
  'not_available_on_remote',
  'remote_failed',
] as const;

export const listMembers = defineRoute({
  ...common,
  id: 'listMembers',
  method: 'get',
  path,
  summary: 'List members',
  description: 'Returns all members and pending invites with their roles.',
  extension: false,
  params: organizationParams,
  status: 200,
  response: z.object({ data: z.array(memberSchema), total: z.int().min(0) }).meta({ id: 'MemberList' }),
  problems: organizationProblems,
});

export const getMember = defineRoute({
  ...common,
  id: 'getMember',
  method: 'get',
  path: memberPath,
  summary: 'Get a member',
  description: 'Returns a member with the entity tag for `If-Match`.',
  extension: true,
  params,
  status: 200,
  response: memberSchema,
  problems: memberProblems,
});

export const inviteMember = defineRoute({
  ...common,
  id: 'inviteMember',
  method: 'post',
  path,
  summary: 'Invite a member',
  description:
    'Adds a member who has to accept. No email is sent: give the secret to the person, who accepts with it within seven days.',
  extension: true,
  params: organizationParams,
  json: newMemberSchema,
  status: 201,
  response: memberInvitationSchema,
  problems: [...organizationProblems, 'member_exists', 'not_available_on_remote', 'remote_failed'],
});

export const updateMember = defineRoute({
  ...common,
  id: 'updateMember',
  method: 'patch',
  path: memberPath,
  summary: 'Change a member',
  description:
    'Changes the role, suspends a member, or makes a suspended one active again. The API keys of a suspended member are refused. A changed role withdraws an invitation that is pending. The last active Admin cannot be changed.',
  extension: true,
  params,
  json: z.object({ role: z.enum(roles).optional(), status: z.enum(['active', 'suspended']).optional() }),
  status: 200,
  response: memberSchema,
  ifMatch: true,
  problems: [...changeProblems, 'member_pending'],
});

export const removeMember = defineRoute({
  ...common,
  id: 'removeMember',
  method: 'delete',
  path: memberPath,
  summary: 'Remove a member',
  description:
    'Revokes the API keys and the invitation of a member. What the member wrote keeps the name. The last active Admin cannot be removed.',
  extension: true,
  params,
  status: 200,
  response: memberSchema,
  ifMatch: true,
  problems: changeProblems,
});

export const renewInvitation = defineRoute({
  ...common,
  id: 'renewInvitation',
  method: 'post',
  path: `${memberPath}/invitation`,
  summary: 'Renew an invitation',
  description: 'Returns a new secret for a member who has not accepted. The earlier invitation no longer works.',
  extension: true,
  params,
  status: 201,
  response: memberInvitationSchema,
  problems: [...memberProblems, 'member_accepted', 'not_available_on_remote', 'remote_failed'],
});

export const acceptedInvitationSchema = z
  .object({
    user_id: z.string(),
    email: z.string(),
    role: z.enum(roles),
    org_id: z.string(),
    organization: z.string(),
    key_id: z.string(),
    secret: z.string().nullable().meta({
      description: 'The API key. Returned once and never stored: null when a response is replayed',
    }),
  })
  .meta({ id: 'AcceptedInvitation' });

export const acceptInvitation = defineRoute({
  id: 'acceptInvitation',
  method: 'post',
  path: '/invitations/accept',
  summary: 'Accept an invitation',
  description:
    'Send the secret of the invitation as `Authorization: Bearer <secret>`, and the address that was invited. Returns an API key with the role of the member, once.',
  tag: 'Organizations',
  roles: 'public',
  extension: true,
  json: z.object({ email: emailSchema }),
  status: 201,
  response: acceptedInvitationSchema,
  problems: [
    'unauthorized',
    'invitation_other_address',
    'invitation_accepted',
    'invitation_withdrawn',
    'invitation_expired',
  ],
});
