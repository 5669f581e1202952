import { readList, readObject, type ObjectReader } from '../remote/read-remote.ts';
import { invoiceReader, memberReader, organizationReader, usageReader } from '../remote/remote-schemas.ts';
import type { Probe } from './check-probes.ts';

/** The fields of the service specification, section 2. */
const specifiedFields = {
  organization: ['id', 'name', 'industry', 'status', 'created_at'],
  members: ['user_id', 'email', 'role', 'status'],
  usage: ['billing_period', 'minutes_used', 'minutes_included', 'overage_minutes', 'estimated_cost_usd'],
  invoices: ['invoice_id', 'amount_due_usd', 'status', 'issue_date', 'pdf_url'],
} as const;

const parts = [
  'organization',
  'members',
  'usage',
  'invoices',
] as const satisfies readonly (keyof typeof specifiedFields)[];

type Part = (typeof parts)[number];

const names: Readonly<Record<Part, string>> = {
  organization: 'The organization',
  members: 'A member',
  usage: 'The usage',
  invoices: 'An invoice',
};

/** Finds how successful responses differ from the service specification, one sentence per difference. Additional fields are allowed. */
export function compareResponses(probes: Readonly<Record<Part, Probe>>): {
  readonly isOrganizationReadable: boolean;
  readonly differences: readonly string[];
} {
  const organization = findObjectErrors(organizationReader, probes.organization);
  const { error, body } = probes.organization;
  const differences = [
    ...organization,
    ...findListErrors(memberReader, probes.members),
    ...findObjectErrors(usageReader, probes.usage),
    ...findListErrors(invoiceReader, probes.invoices),
    ...parts.flatMap((part) => findMissingFields(part, probes[part])),
  ];
  return { isOrganizationReadable: error !== null || readObject(organizationReader, body).isValid, differences };
}

function findObjectErrors<T extends object>(reader: ObjectReader<T>, { error, body }: Probe): readonly string[] {
  const reading = error ? null : readObject(reader, body);
  const difference = reading && (reading.isValid ? reading.leftOut : reading.error);
  return difference === null ? [] : [difference];
}

/** Returns the error of the first item that cannot be read, or not in full. */
function findListErrors<T extends object>(reader: ObjectReader<T>, { error, body }: Probe): readonly string[] {
  const reading = error ? null : readList(reader, body);
  if (!reading) return [];
  if (!reading.isValid) return [reading.error];
  const { invalid, incomplete } = reading.value;
  return [...invalid, ...incomplete].slice(0, 1).map((item) => item.error);
}

/** Returns the specified fields that a response lacks; for a list, the fields of its first item. */
function findMissingFields(part: Part, { error, body }: Probe): readonly string[] {
  if (error) return [];
  const data: unknown = typeof body === 'object' && body !== null && 'data' in body ? body.data : body;
  const item: unknown = Array.isArray(data) ? data[0] : data;
  if (typeof item !== 'object' || item === null) return [];
  return specifiedFields[part]
    .filter((field) => !(field in item))
    .map((field) => `${names[part]} has no field “${field}”.`);
}
