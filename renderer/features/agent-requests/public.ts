export { AcceptanceSection } from './acceptance/acceptance-section.tsx';
export { formatRequestName } from './format-request-name.ts';
export { CompactProgressLine } from './progress-line.tsx';
export type { RequestFilters } from './request-filter.tsx';
export { Drafts } from './request-form/drafts.tsx';
export { RequestList } from './request-list.tsx';
export { RequestPanel } from './request-panel.tsx';
export { requestsQuery } from './requests-query.ts';
