import type { Plan } from '../../features/billing/billing-cycle.ts';
import type { Member } from '../../../../shared/organization/organizations.ts';
import type { DemoTime } from './demo-time.ts';

/** A regional fiber and phone provider. */
export const demoOrganization = {
  name: 'Northwind Broadband',
  industry: 'Telecommunications',
  subscription_tier: 'growth',
  ageDays: 130,
} as const;

/** Includes far more minutes than the demo uses, so that the first calls of a user raise no usage notice. */
export const demoPlan: Omit<Plan, 'anchorDay'> = {
  name: 'Growth',
  feeCents: 34_900,
  minutesIncluded: 2_000,
  overageCentsPerMinute: 18,
};

type DemoMember = Pick<Member, 'email' | 'role' | 'status'> & { readonly invited: DemoTime };

export const demoMembers: readonly DemoMember[] = [
  {
    email: 'ines.albrecht@northwind.example',
    role: 'admin',
    status: 'active',
    invited: { daysAgo: 130, at: '9:14:22' },
  },
  {
    email: 'tomas.okafor@northwind.example',
    role: 'admin',
    status: 'active',
    invited: { daysAgo: 129, at: '11:31:05' },
  },
  {
    email: 'mei.lindqvist@northwind.example',
    role: 'manager',
    status: 'active',
    invited: { daysAgo: 121, at: '15:02:47' },
  },
  {
    email: 'joao.ferreira@northwind.example',
    role: 'manager',
    status: 'active',
    invited: { daysAgo: 93, at: '10:48:39' },
  },
  {
    email: 'priya.raman@northwind.example',
    role: 'manager',
    status: 'pending_invite',
    invited: { daysAgo: 4, at: '16:27:11' },
  },
  {
    email: 'samuel.haddad@northwind.example',
    role: 'viewer',
    status: 'active',
    invited: { daysAgo: 78, at: '13:55:30' },
  },
  { email: 'greta.nowak@northwind.example', role: 'viewer', status: 'active', invited: { daysAgo: 57, at: '9:41:58' } },
  {
    email: 'wilhelmina.drake@northwind.example',
    role: 'viewer',
    status: 'active',
    invited: { daysAgo: 31, at: '14:19:06' },
  },
  {
    email: 'oskar.bianchi@northwind.example',
    role: 'viewer',
    status: 'pending_invite',
    invited: { daysAgo: 2, at: '11:07:43' },
  },
];
