import { dayMs } from '../../../../shared/duration.ts';
import type { SavedItem } from '../../../../shared/saved-items.ts';

type NewSavedItem = SavedItem extends infer Item ? (Item extends SavedItem ? Omit<Item, 'saved_id'> : never) : never;

/** What the demo organization keeps by a name: a view of its calls, metadata to call with, and a brief that is being written. */
export function createDemoSavedItems(now: number): readonly NewSavedItem[] {
  return [
    {
      kind: 'call_view',
      name: 'To be called back',
      value: { filter: { disposition: 'Callback requested' }, days: 30, sort: 'created', descending: true },
    },
    {
      kind: 'metadata_template',
      name: 'Renewal, Fiber 300',
      value: { metadata: { first_name: '', plan: 'Fiber 300' } },
    },
    {
      kind: 'request_draft',
      name: 'demo',
      value: {
        name: 'Moving house',
        objective: 'Ask customers who are moving where they move to, and book the new line for the day of the move',
        target_audience: '',
        required_integrations: ['google_calendar'],
        saved_at: new Date(now - 1.2 * dayMs).toISOString(),
      },
    },
  ];
}
