import type { DemoTime } from './demo-time.ts';

export type DemoAgent = {
  readonly name: string;
  readonly objective: string;
  readonly audience: string;
  /** With placeholders for metadata; a stretch in square brackets is said only where all it mentions is known. */
  readonly greeting: string;
  readonly voice: 'slt' | 'rms' | 'awb' | 'kal16';
  /** Where it came of a request, when that was delivered. */
  readonly created: DemoTime;
};

/** The agents of the demo organization, the oldest first. */
export const demoAgents = [
  {
    name: 'Renewal reminders',
    objective: 'Remind customers that their contract ends soon and offer the two plans that would suit their household',
    audience: 'Residential customers whose term ends within sixty days',
    greeting:
      'Hi {first_name}, this is Nora, the automated assistant of Northwind Broadband.[ I am calling about your {plan} plan.] Is this a good moment?',
    voice: 'slt',
    created: { daysAgo: 118, at: '16:20' },
  },
  {
    name: 'Visit confirmations',
    objective: 'Confirm the technician visit with the customer and answer questions about the installation',
    audience: 'Customers with a technician visit in the next two days',
    greeting:
      'Hello {first_name} {last_name}, this is the automated assistant of Northwind Broadband, calling about your technician visit[ on {visit_date}][ between {visit_window}].',
    voice: 'rms',
    created: { daysAgo: 76, at: '16:20' },
  },
  {
    name: 'Welcome calls',
    objective: 'Welcome new customers to Northwind and ask whether everything works since their line was connected',
    audience: 'Customers in the first week after their installation',
    greeting:
      'Good day {first_name}, and welcome to Northwind Broadband! My name is Sam, and I am an automated assistant.',
    voice: 'awb',
    created: { daysAgo: 45, at: '16:20' },
  },
] as const satisfies readonly DemoAgent[];
