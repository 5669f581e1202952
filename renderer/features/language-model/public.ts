export { languageModelQuery } from './language-model-query.ts';
export { LanguageModelSettings } from './language-model-settings.tsx';
