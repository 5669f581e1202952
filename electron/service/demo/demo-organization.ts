import type { Plan } from '../../../shared/billing-cycle.ts';
import type { Member } from '../../../shared/organizations.ts';

/** The organization that the demo plays: a regional fibre and phone provider. */
export const demoOrganization = {
  name: 'Northwind Broadband',
  industry: 'Telecommunications',
  subscription_tier: 'growth',
  ageDays: 420,
} as const;

/** With few minutes, as the demo's calls are few. */
export const demoPlan: Plan = {
  name: 'Growth',
  feeCents: 34_900,
  minutesIncluded: 40,
  overageCentsPerMinute: 45,
  anchorDay: 1,
};

type DemoMember = Pick<Member, 'email' | 'role' | 'status'> & { readonly invitedDaysAgo: number };

export const demoMembers: readonly DemoMember[] = [
  { email: 'ines.albrecht@northwind.example', role: 'admin', status: 'active', invitedDaysAgo: 420 },
  { email: 'tomas.okafor@northwind.example', role: 'admin', status: 'active', invitedDaysAgo: 418 },
  { email: 'mei.lindqvist@northwind.example', role: 'manager', status: 'active', invitedDaysAgo: 391 },
  { email: 'joao.ferreira@northwind.example', role: 'manager', status: 'active', invitedDaysAgo: 302 },
  { email: 'priya.raman@northwind.example', role: 'manager', status: 'pending_invite', invitedDaysAgo: 4 },
  { email: 'samuel.haddad@northwind.example', role: 'viewer', status: 'active', invitedDaysAgo: 255 },
  { email: 'greta.nowak@northwind.example', role: 'viewer', status: 'active', invitedDaysAgo: 187 },
  { email: 'wilhelmina.drake@northwind.example', role: 'viewer', status: 'active', invitedDaysAgo: 96 },
  { email: 'oskar.bianchi@northwind.example', role: 'viewer', status: 'pending_invite', invitedDaysAgo: 2 },
];
