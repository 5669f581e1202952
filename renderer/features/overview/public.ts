export { startVisit } from './last-visit.ts';
export { loadOverviewView } from './load-overview-view.ts';
export { overviewQuery } from './overview-query.ts';
