import type { AgentDefinition } from '../../../../shared/agents/agent-definition.ts';
import type { Member } from '../../../../shared/organization/members.ts';
import { dayMs } from '../../../../shared/text/duration.ts';
import type { SavedItem } from '../../../../shared/organization/saved-items.ts';
import type { Plan } from '../../features/billing/billing-cycle.ts';
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

type DemoAgent = {
  readonly name: string;
  readonly objective: string;
  readonly audience: string;
  /** Contains placeholders for metadata. A section in square brackets is left out if a value in it is missing. */
  readonly greeting: string;
  readonly questions: AgentDefinition['questions'];
  readonly voice: 'slt' | 'rms' | 'awb' | 'kal16';
  /** For an agent built for a request, the time of its delivery. */
  readonly created: DemoTime;
};

const welcomeQuestions: AgentDefinition['questions'] = [
  {
    field: 'everything_works',
    text: 'Is everything working since your internet was connected?',
    type: 'yes_no',
    choices: [],
    required: true,
    needs_follow_up: false,
  },
  {
    field: 'installation_rating',
    text: 'How would you rate the installation: excellent, good, fair or poor?',
    type: 'choice',
    choices: ['Excellent', 'Good', 'Fair', 'Poor'],
    required: false,
    needs_follow_up: false,
  },
];

/** The agents of the demo organization, oldest first. */
export const demoAgents = [
  {
    name: 'Renewal reminders',
    objective:
      'Remind customers that their contract is ending soon and offer them the two plans that fit their household best',
    audience: 'Residential customers whose contract ends within 60 days',
    greeting:
      "Hi {first_name}, this is Nora, Northwind Broadband's automated assistant.[ I'm calling about your {plan} plan.] Is now a good time?",
    questions: [],
    voice: 'slt',
    created: { daysAgo: 118, at: '15:48:21' },
  },
  {
    name: 'Visit confirmations',
    objective: 'Confirm the technician visit with the customer and answer questions about the installation',
    audience: 'Customers with a technician visit in the next two days',
    greeting:
      'Hi {first_name}, this is the automated assistant from Northwind Broadband, calling about your technician visit[ on {visit_date}][ between {visit_window}].',
    questions: [],
    voice: 'rms',
    created: { daysAgo: 76, at: '11:29:47' },
  },
  {
    name: 'Welcome calls',
    objective:
      'Welcome new customers to Northwind and ask whether everything is working since their internet was connected',
    audience: 'Customers in the first week after their installation',
    greeting: "Hi {first_name}, and welcome to Northwind Broadband! I'm Sam, an automated assistant.",
    questions: welcomeQuestions,
    voice: 'awb',
    created: { daysAgo: 45, at: '16:17:08' },
  },
] as const satisfies readonly DemoAgent[];

export type DemoDocument = {
  /** The name of the file in the folder `files`. */
  readonly file: string;
  readonly title: string;
  readonly added: DemoTime;
};

/** The documents of the demo organization, oldest first. */
export const demoDocuments = [
  { file: 'plans-and-pricing-2026.pdf', title: 'Plans and pricing 2026', added: { daysAgo: 126, at: '10:42:16' } },
  {
    file: 'residential-service-agreement.pdf',
    title: 'Service agreement: terms for residential customers',
    added: { daysAgo: 125, at: '14:08:51' },
  },
  {
    file: 'technician-visits-and-installation.pdf',
    title: 'Technician visits and installation handbook',
    added: { daysAgo: 118, at: '9:37:24' },
  },
  {
    file: 'router-and-wifi-troubleshooting.pdf',
    title: 'Router and Wi-Fi troubleshooting guide',
    added: { daysAgo: 112, at: '15:21:40' },
  },
  { file: 'renewal-call-playbook.docx', title: 'Renewal call playbook', added: { daysAgo: 104, at: '11:03:09' } },
  {
    file: 'billing-and-payments-answers.docx',
    title: 'Billing and payments: answers for agents',
    added: { daysAgo: 98, at: '16:46:33' },
  },
  {
    file: 'complaints-escalation-and-credits.docx',
    title: 'Complaints, escalation and goodwill credits policy',
    added: { daysAgo: 93, at: '13:12:57' },
  },
  {
    file: 'outage-and-maintenance-bulletins.txt',
    title: 'Outage and maintenance bulletin procedures',
    added: { daysAgo: 88, at: '10:25:02' },
  },
  {
    file: 'new-customer-faq.txt',
    title: 'Frequently asked questions for new customers',
    added: { daysAgo: 84, at: '14:54:48' },
  },
] as const satisfies readonly DemoDocument[];

type NewSavedItem = SavedItem extends infer Item ? (Item extends SavedItem ? Omit<Item, 'saved_id'> : never) : never;

/** Returns a saved view of calls, a metadata template and the draft of a request. */
export function createDemoSavedItems(now: number): readonly NewSavedItem[] {
  return [
    {
      kind: 'call_view',
      name: 'Callbacks',
      value: { filter: { disposition: 'Callback requested' }, days: 30, sort: 'created', descending: true },
    },
    {
      kind: 'metadata_template',
      name: 'Fiber 300 renewal',
      value: { metadata: { first_name: '', plan: 'Fiber 300' } },
    },
    {
      kind: 'request_draft',
      name: 'demo',
      value: {
        name: 'Moves',
        objective: 'Ask customers who are moving for their new address, and schedule the new line for moving day',
        target_audience: '',
        required_integrations: ['google_calendar'],
        saved_at: new Date(now - 1.2 * dayMs).toISOString(),
      },
    },
  ];
}
