export { findCallsOfPeriod, type InsightPeriod } from './find-period.ts';
export { describeRelativeChange, type Figure, FiguresPlaceholder, HeadlineFigures } from './headline-figures.tsx';
export { useInsightPeriod } from './insight-period.ts';
export { callInsightsQuery } from './insights-query.ts';
export { useInsightsStore } from './insights-store.ts';
export { RangeControl } from './range-control.tsx';
