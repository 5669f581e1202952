import type { CallTimeline } from '../../../../../shared/calls/calls.ts';
import { formatClock } from '../../../../format/format-clock.ts';
import type { Topic } from '../../../../../shared/calls/find-topics.ts';

type TopicsListProps = {
  readonly topics: readonly Topic[];
  readonly timeline: Pick<CallTimeline, 'turns' | 'times'>;
  /** The current or selected turn. */
  readonly turnIndex: number;
  /** Goes to a turn in the recording and in the transcript. */
  readonly onGoToTurn: (index: number) => void;
};

/** The topics of a call in their order, each a link to its first turn. */
export function TopicsList({ topics, timeline: { turns, times }, turnIndex, onGoToTurn }: TopicsListProps) {
  if (topics.length === 0) return null;
  const currentIndex = topics.findLastIndex((topic) => topic.turnIndex <= turnIndex);
  return (
    <section aria-label="Topics">
      <h3 className="font-medium">Topics</h3>
      <ol className="-mx-2 mt-1">
        {topics.map((topic, index) => (
          <li key={topic.turnIndex}>
            <button
              type="button"
              aria-current={index === currentIndex ? 'true' : undefined}
              onClick={() => onGoToTurn(topic.turnIndex)}
              className="flex w-full justify-between gap-3 rounded-[6px] px-2 py-1 text-left hover:bg-hover aria-[current=true]:font-medium"
            >
              <bdi className="min-w-0 break-words">{topic.label}</bdi>
              {times !== 'unknown' && (
                <span className="text-small leading-5 text-muted">
                  {formatClock(turns[topic.turnIndex]?.start_seconds ?? 0)}
                </span>
              )}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
