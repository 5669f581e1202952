import type { Integration } from '../../../../shared/agents/integrations.ts';
import type { AgentRequestStatus } from '../../../../shared/agents/agent-request-status.ts';
import type { DemoTime } from './demo-time.ts';

/** `uatInDays` counts from the creation of the demo; negative values are in the past. */
export type DemoRequestEvent = DemoTime &
  (
    | { readonly engineer: string }
    | { readonly uatInDays: number }
    | { readonly status: Exclude<AgentRequestStatus, 'pending_review' | 'rejected'> }
    | { readonly status: 'rejected'; readonly reason: string }
  );

export type DemoRequest = {
  readonly name: string;
  readonly objective: string;
  readonly audience: string;
  readonly integrations: readonly Integration[];
  readonly submitted: DemoTime;
  readonly events: readonly DemoRequestEvent[];
  /** The name of the agent that was built for the request. */
  readonly agent?: string;
};

/** The build requests of the demo organization, in every status, oldest first. Events are in order of time. */
export const demoRequests: readonly DemoRequest[] = [
  {
    name: 'Welcome calls',
    objective:
      'Welcome new customers to Northwind and ask whether everything is working since their internet was connected. The call is a success if every question is answered or a technician is booked. Warm and brief, on a first-name basis.',
    audience: 'Customers in the first week after their installation',
    integrations: ['hubspot', 'google_calendar'],
    submitted: { daysAgo: 84, at: '9:23:41' },
    events: [
      { daysAgo: 82, at: '10:06:12', engineer: 'Hanna Sundby' },
      { daysAgo: 82, at: '10:14:50', uatInDays: -58 },
      { daysAgo: 81, at: '11:38:27', status: 'in_development' },
      { daysAgo: 66, at: '13:31:19', uatInDays: -52 },
      { daysAgo: 53, at: '14:12:44', status: 'uat' },
      { daysAgo: 45, at: '16:17:08', status: 'delivered' },
    ],
    agent: 'Welcome calls',
  },
  {
    name: 'Competitor survey',
    objective: 'Call people who switched to another provider and find out what that provider charges them',
    audience: 'Former customers',
    integrations: ['zapier'],
    submitted: { daysAgo: 37, at: '9:52:36' },
    events: [
      {
        daysAgo: 35,
        at: '10:33:05',
        status: 'rejected',
        reason:
          'Former customers have not agreed to calls from an automated assistant. We could send a letter that invites them to call us.',
      },
    ],
  },
  {
    name: 'Outage notices',
    objective:
      'Tell customers about planned maintenance on their street before it begins, how long it will take and what will still work. The call is a success if the customer is not surprised. Calm and short. Never promise credits; hand over to a colleague if a customer depends on the line for medical reasons. Weekdays from 9:00 to 18:00.',
    audience: 'Customers on streets with planned maintenance in the next three days',
    integrations: ['servicenow', 'twilio', 'slack'],
    submitted: { daysAgo: 33, at: '9:27:53' },
    events: [
      { daysAgo: 31, at: '9:46:31', engineer: 'Rafael Quiroga' },
      { daysAgo: 31, at: '9:51:14', uatInDays: -8 },
      { daysAgo: 30, at: '13:08:02', status: 'in_development' },
      { daysAgo: 19, at: '15:36:48', uatInDays: -3 },
      { daysAgo: 11, at: '11:22:20', uatInDays: 1 },
      { daysAgo: 6, at: '16:03:55', uatInDays: 4 },
      { daysAgo: 1, at: '15:44:29', status: 'uat' },
    ],
  },
  {
    name: 'Payment reminders',
    objective:
      'Remind customers of an overdue invoice and offer to spread it over three months. The goal is an agreed payment date. Polite and patient; never threaten to disconnect. Evenings until 20:00 are fine.',
    audience: 'Residential customers whose invoice is more than ten days overdue',
    integrations: ['stripe', 'salesforce'],
    submitted: { daysAgo: 16, at: '10:11:37' },
    events: [
      { daysAgo: 14, at: '14:40:09', engineer: 'Hanna Sundby' },
      { daysAgo: 13, at: '14:58:26', status: 'in_development' },
      { daysAgo: 13, at: '15:19:33', uatInDays: 9 },
      { daysAgo: 4, at: '13:26:51', uatInDays: 15 },
    ],
  },
  {
    name: 'Router swaps',
    objective: 'Schedule the exchange of old routers and explain how to return them',
    audience: 'Customers with a router from before 2021',
    integrations: ['shopify'],
    submitted: { daysAgo: 2, at: '15:13:18' },
    events: [],
  },
];
