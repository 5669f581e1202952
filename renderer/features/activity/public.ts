export { formatActivityGap } from './format-activity-gap.ts';
