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
export type ContractCase = { readonly name: string; readonly run: (session: ContractSession) => Promise<void> };

/** The cases with headers, large bodies, byte ranges and streams, which depend on the transport. */
export const transportCases: readonly ContractCase[] = [...authenticationCases, ...protocolCases, ...knowledgeCases];

/**
 * These cases run in process, and in the packaged service over loopback HTTP; those of transports also in the service of the
 * checkout, over loopback HTTP and app://.
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
