export { agentsQuery } from './agents-query.ts';
