export { billingOverviewQuery } from './billing-query.ts';
export { formatCost } from './cost-summary.tsx';
export { describeUsageNotice } from './describe-usage-notice.ts';
export { describeMissingUsage, RemoteNote } from './remote-note.tsx';
export { UsageGauge } from './usage-gauge.tsx';
