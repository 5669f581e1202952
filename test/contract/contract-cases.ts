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

/** A sentence of the contract and how to see that it holds; it throws when it does not. */
export type ContractCase = { readonly name: string; readonly run: (session: ContractSession) => Promise<void> };

/** Runs over every transport: in process, loopback HTTP and app://. */
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
