import type { Feature } from '../../data/feature.ts';
import { refreshSavedItems } from './saved-items.ts';

export const savedItemsFeature = {
  name: 'saved-items',
  events: { 'saved_items.changed': refreshSavedItems },
} as const satisfies Feature;
