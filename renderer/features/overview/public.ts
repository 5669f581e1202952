export { startVisit } from './last-visit.ts';
export { overviewQuery } from './overview-query.ts';
