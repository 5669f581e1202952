export { LocalApiSection } from './local-api-section.tsx';
