import type { DemoTime } from './demo-time.ts';

export type DemoAgent = {
  readonly name: string;
  readonly objective: string;
  readonly audience: string;
  /** Contains placeholders for metadata. A section in square brackets is left out if a value in it is missing. */
  readonly greeting: string;
  readonly voice: 'slt' | 'rms' | 'awb' | 'kal16';
  /** For an agent built for a request, the time of its delivery. */
  readonly created: DemoTime;
};

/** The agents of the demo organization, oldest first. */
export const demoAgents = [
  {
    name: 'Renewal reminders',
    objective:
      'Remind customers that their contract is ending soon and offer them the two plans that fit their household best',
    audience: 'Residential customers whose contract ends within 60 days',
    greeting:
      "Hi {first_name}, this is Nora, Northwind Broadband's automated assistant.[ I'm calling about your {plan} plan.] Is now a good time?",
    voice: 'slt',
    created: { daysAgo: 118, at: '15:48:21' },
  },
  {
    name: 'Visit confirmations',
    objective: 'Confirm the technician visit with the customer and answer questions about the installation',
    audience: 'Customers with a technician visit in the next two days',
    greeting:
      'Hi {first_name}, this is the automated assistant from Northwind Broadband, calling about your technician visit[ on {visit_date}][ between {visit_window}].',
    voice: 'rms',
    created: { daysAgo: 76, at: '11:29:47' },
  },
  {
    name: 'Welcome calls',
    objective:
      'Welcome new customers to Northwind and ask whether everything is working since their internet was connected',
    audience: 'Customers in the first week after their installation',
    greeting: "Hi {first_name}, and welcome to Northwind Broadband! I'm Sam, an automated assistant.",
    voice: 'awb',
    created: { daysAgo: 45, at: '16:17:08' },
  },
] as const satisfies readonly DemoAgent[];
