export type DemoDocument = {
  /** The name of the file in the folder `files`. */
  readonly file: string;
  readonly title: string;

  readonly addedDaysAgo: number;
};

/** The documents of the demo organization, oldest first. */
export const demoDocuments = [
  { file: 'plans-and-pricing-2026.pdf', title: 'Plans and pricing 2026', addedDaysAgo: 126 },
  {
    file: 'residential-service-agreement.pdf',
    title: 'Service agreement: terms for residential customers',
    addedDaysAgo: 125,
  },
  {
    file: 'technician-visits-and-installation.pdf',
    title: 'Technician visits and installation handbook',
    addedDaysAgo: 118,
  },
  { file: 'router-and-wifi-troubleshooting.pdf', title: 'Router and Wi-Fi troubleshooting guide', addedDaysAgo: 112 },
  { file: 'renewal-call-playbook.docx', title: 'Renewal call playbook', addedDaysAgo: 104 },
  { file: 'billing-and-payments-answers.docx', title: 'Billing and payments: answers for agents', addedDaysAgo: 98 },
  {
    file: 'complaints-escalation-and-credits.docx',
    title: 'Complaints, escalation and goodwill credits policy',
    addedDaysAgo: 93,
  },
  {
    file: 'outage-and-maintenance-bulletins.txt',
    title: 'Outage and maintenance bulletin procedures',
    addedDaysAgo: 88,
  },
  { file: 'new-customer-faq.txt', title: 'Frequently asked questions for new customers', addedDaysAgo: 84 },
] as const satisfies readonly DemoDocument[];
