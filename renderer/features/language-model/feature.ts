import type { Feature } from '../../data/feature.ts';
import { invalidate } from '../../data/invalidate.ts';
import { languageModelQuery } from './language-model-query.ts';

export const languageModelFeature = {
  name: 'language model',
  events: {
    'language_model.changed': () => void invalidate(languageModelQuery.queryKey),
  },
} as const satisfies Feature;
