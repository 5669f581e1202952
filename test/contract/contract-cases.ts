import type { ContractSession } from './contract-session.ts';
import { activityCases } from './activity-cases.ts';
import { authenticationCases } from './authentication-cases.ts';
import { billingCases } from './billing-cases.ts';
import { callCases } from './call-cases.ts';
import { keyCases } from './key-cases.ts';
import { knowledgeCases } from './knowledge-cases.ts';
import { organizationCases } from './organization-cases.ts';
import { protocolCases } from './protocol-cases.ts';
import { requestCases } from './request-cases.ts';

/** A statement about the API, and a function that throws if it is false. */
export type ContractCase = {
  readonly name: string;
  readonly run: (session: ContractSession) => Promise<void>;
  /** Depends on what a package can lack, such as a thread, the model or the voices. */
  readonly needsPackage?: true;
  /** Sends a request to every route, in which no transport differs from another. */
  readonly sendsMany?: true;
};

/** The cases with headers, large bodies, byte ranges and streams, which depend on the transport. */
export const transportCases: readonly ContractCase[] = [...authenticationCases, ...protocolCases, ...knowledgeCases];

/**
 * These cases run in process; the cases of transports also over loopback HTTP, and over app:// without those that send many requests.
 * The packaged service is tested with those that need it. `npm test -- conformance` leaves out none of them.
 */
export const contractCases: readonly ContractCase[] = [
  ...transportCases,
  ...organizationCases,
  ...callCases,
  ...billingCases,
  ...requestCases,
  ...keyCases,
  ...activityCases,
];
