import type { Integration } from '../../../shared/integrations.ts';
import type { RequestStatus } from '../../../shared/request-status.ts';

/** Something that happened to a request of the demo; UAT dates are days from the making of the demo, negative ones past. */
export type DemoStep = { readonly daysAgo: number } & (
  | { readonly engineer: string }
  | { readonly uatInDays: number }
  | { readonly status: Exclude<RequestStatus, 'pending_review' | 'rejected'> }
  | { readonly status: 'rejected'; readonly reason: string }
);

export type DemoRequest = {
  readonly name: string;
  readonly objective: string;
  readonly audience: string;
  readonly integrations: readonly Integration[];
  readonly submittedDaysAgo: number;
  readonly steps: readonly DemoStep[];
  /** Name of the demo's agent that came of it. */
  readonly agent?: string;
};

/** The build requests of the demo organization in every state, the oldest first; steps in the order in which they happened. */
export const demoRequests: readonly DemoRequest[] = [
  {
    name: 'Welcome calls',
    objective:
      'Welcome new customers to Northwind and ask whether everything works since their line was connected. The call went well when every question was answered or a technician was booked. Warm and brief, by first name.',
    audience: 'Customers in the first week after their installation',
    integrations: ['hubspot', 'google_calendar'],
    submittedDaysAgo: 84,
    steps: [
      { daysAgo: 82, engineer: 'Hanna Sundby' },
      { daysAgo: 82, uatInDays: -58 },
      { daysAgo: 81, status: 'in_development' },
      { daysAgo: 66, uatInDays: -52 },
      { daysAgo: 53, status: 'uat' },
      { daysAgo: 45, status: 'delivered' },
    ],
    agent: 'Welcome calls',
  },
  {
    name: 'Competitor survey',
    objective: 'Call people who left for another provider and find out what that provider charges them',
    audience: 'Former customers',
    integrations: ['zapier'],
    submittedDaysAgo: 37,
    steps: [
      {
        daysAgo: 35,
        status: 'rejected',
        reason:
          'Former customers have not agreed to be called by an automated assistant. A survey by letter that invites them to call would be possible.',
      },
    ],
  },
  {
    name: 'Outage notices',
    objective:
      'Tell customers about planned maintenance on their street before it begins, say how long it takes and what still works meanwhile. Success is that nobody is surprised. Calm and short. Never promise credits; hand over to a colleague when somebody depends on the line for medical reasons. Weekdays from 9:00 to 18:00.',
    audience: 'Customers on streets with planned maintenance in the next three days',
    integrations: ['servicenow', 'twilio', 'slack'],
    submittedDaysAgo: 33,
    steps: [
      { daysAgo: 31, engineer: 'Rafael Quiroga' },
      { daysAgo: 31, uatInDays: -8 },
      { daysAgo: 30, status: 'in_development' },
      { daysAgo: 19, uatInDays: -3 },
      { daysAgo: 11, uatInDays: 1 },
      { daysAgo: 6, uatInDays: 4 },
      { daysAgo: 1, status: 'uat' },
    ],
  },
  {
    name: 'Payment reminders',
    objective:
      'Remind customers of an invoice that is overdue, and offer to spread it over three months. The goal is an agreed date. Polite and patient; never threaten with disconnection. Evenings until 20:00 are fine.',
    audience: 'Residential customers whose invoice is more than ten days overdue',
    integrations: ['stripe', 'salesforce'],
    submittedDaysAgo: 16,
    steps: [
      { daysAgo: 14, engineer: 'Hanna Sundby' },
      { daysAgo: 13, status: 'in_development' },
      { daysAgo: 13, uatInDays: 9 },
      { daysAgo: 4, uatInDays: 15 },
    ],
  },
  {
    name: 'Router swaps',
    objective: 'Arrange the exchange of old routers and explain how to return them',
    audience: 'Customers with a router from before 2021',
    integrations: ['shopify'],
    submittedDaysAgo: 2,
    steps: [],
  },
];
