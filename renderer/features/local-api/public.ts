export { localApiQuery } from './local-api-query.ts';
export { LocalApiSection } from './local-api-section.tsx';
