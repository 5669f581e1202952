export { agentDetailsQuery, loadAgent, type LoadedAgent } from './agent-details-query.ts';
export { agentsQuery } from './agents-query.ts';
export { DefinitionDetails } from './definition-details.tsx';
