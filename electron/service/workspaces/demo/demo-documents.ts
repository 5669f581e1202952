import type { DemoTime } from './demo-time.ts';

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
