import { Autocomplete } from '@base-ui/react/autocomplete';
import { formatCount } from '../format/format-number.ts';

/** How much was found, told once the search has come to rest; null says nothing. */
export function ResultCount({ count }: { readonly count: number | null }) {
  return (
    <Autocomplete.Status className="shrink-0">
      {count === null ? '' : count === 0 ? 'Nothing found' : formatCount(count, 'result')}
    </Autocomplete.Status>
  );
}
