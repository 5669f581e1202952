import { dayMs } from '../../../../shared/text/duration.ts';
import type { SavedItem } from '../../../../shared/organization/saved-items.ts';

type NewSavedItem = SavedItem extends infer Item ? (Item extends SavedItem ? Omit<Item, 'saved_id'> : never) : never;

/** Returns a saved view of calls, a metadata template and the draft of a request. */
export function createDemoSavedItems(now: number): readonly NewSavedItem[] {
  return [
    {
      kind: 'call_view',
      name: 'Callbacks',
      value: { filter: { disposition: 'Callback requested' }, days: 30, sort: 'created', descending: true },
    },
    {
      kind: 'metadata_template',
      name: 'Fiber 300 renewal',
      value: { metadata: { first_name: '', plan: 'Fiber 300' } },
    },
    {
      kind: 'request_draft',
      name: 'demo',
      value: {
        name: 'Moves',
        objective: 'Ask customers who are moving for their new address, and schedule the new line for moving day',
        target_audience: '',
        required_integrations: ['google_calendar'],
        saved_at: new Date(now - 1.2 * dayMs).toISOString(),
      },
    },
  ];
}
