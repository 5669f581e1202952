import type { Plan } from '../../features/billing/billing-cycle.ts';
import type { Member } from '../../../../shared/organizations.ts';

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

type DemoMember = Pick<Member, 'email' | 'role' | 'status'> & { readonly invitedDaysAgo: number };

export const demoMembers: readonly DemoMember[] = [
  { email: 'ines.albrecht@northwind.example', role: 'admin', status: 'active', invitedDaysAgo: 130 },
  { email: 'tomas.okafor@northwind.example', role: 'admin', status: 'active', invitedDaysAgo: 129 },
  { email: 'mei.lindqvist@northwind.example', role: 'manager', status: 'active', invitedDaysAgo: 121 },
  { email: 'joao.ferreira@northwind.example', role: 'manager', status: 'active', invitedDaysAgo: 93 },
  { email: 'priya.raman@northwind.example', role: 'manager', status: 'pending_invite', invitedDaysAgo: 4 },
  { email: 'samuel.haddad@northwind.example', role: 'viewer', status: 'active', invitedDaysAgo: 78 },
  { email: 'greta.nowak@northwind.example', role: 'viewer', status: 'active', invitedDaysAgo: 57 },
  { email: 'wilhelmina.drake@northwind.example', role: 'viewer', status: 'active', invitedDaysAgo: 31 },
  { email: 'oskar.bianchi@northwind.example', role: 'viewer', status: 'pending_invite', invitedDaysAgo: 2 },
];
