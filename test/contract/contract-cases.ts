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

/** These cases run in process and over loopback HTTP and app://. */
export const contractCases: readonly ContractCase[] = [
  ...authenticationCases,
  ...protocolCases,
  ...organizationCases,
  ...knowledgeCases,
  ...callCases,
  ...billingCases,
  ...requestCases,
  ...keyCases,
  ...activityCases,
];
