import { latencyFields, type LatencyField, type LatencySummary } from '../../../shared/calls/turn-latency.ts';
import { formatMilliseconds } from '../../format/format-milliseconds.ts';

const rows = {
  response_ms: { label: 'Response', explanation: 'From the end of the recipient’s turn to the agent’s first sound' },
  retrieval_ms: { label: 'Document search', explanation: 'The search for an answer in documents' },
  first_token_ms: { label: 'First token', explanation: 'From the request to the language model to its first token' },
  first_sound_ms: {
    label: 'First sound',
    explanation: 'From the agent’s first word to the sound of its first sentence',
  },
} as const satisfies Record<LatencyField, { readonly label: string; readonly explanation: string }>;

const columns = [
  { label: 'p50', explanation: 'Half of the turns took at most this long' },
  { label: 'p90', explanation: 'Nine out of ten turns took at most this long' },
] as const;

type LatencyTableProps = {
  /** The latencies of some turns, each with a name if there are several. */
  readonly summaries: readonly { readonly name: string; readonly latency: LatencySummary }[];
  /** The sentence that takes the place of the table if no turn has a latency. */
  readonly emptyText: string;
};

/** Shows how long recipients waited for agents to answer, and how long each step took. */
export function LatencyTable({ summaries, emptyText }: LatencyTableProps) {
  const shown = latencyFields.filter((field) => summaries.some(({ latency }) => latency[field] !== null));
  if (shown.length === 0) return <p className="text-muted">{emptyText}</p>;
  return (
    <table aria-label="Response times" className="w-full border-collapse">
      <caption className="caption-bottom pt-1.5 text-left text-small text-muted">
        Half of the turns took at most p50, nine out of ten at most p90.
      </caption>
      <thead>
        <tr className="border-b border-line text-right text-small text-muted">
          <th scope="col" className="py-1 text-left font-normal">
            Time
          </th>
          {summaries.flatMap(({ name }) =>
            columns.map(({ label, explanation }) => (
              <th key={`${name} ${label}`} scope="col" title={explanation} className="py-1 pl-4 font-normal">
                {summaries.length > 1 && (
                  <>
                    <bdi>{name}</bdi>{' '}
                  </>
                )}
                {label}
              </th>
            )),
          )}
        </tr>
      </thead>
      <tbody>
        {shown.map((field) => (
          <tr key={field} className="border-b border-line/60">
            <th scope="row" title={rows[field].explanation} className="py-1.5 text-left font-normal text-muted">
              {rows[field].label}
            </th>
            {summaries.flatMap(({ name, latency: { [field]: times } }) =>
              ([times?.p50_ms, times?.p90_ms] as const).map((time, index) => (
                <td key={`${name} ${columns[index]?.label}`} className="py-1.5 pl-4 text-right tabular-nums">
                  {time === undefined ? '—' : formatMilliseconds(time)}
                </td>
              )),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
