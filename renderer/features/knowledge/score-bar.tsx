import type { Passage } from '../../../shared/knowledge/knowledge.ts';
import { scoreLevels } from '../../../shared/calls/score-levels.ts';
import { Tooltip } from '../../ui/dialogs/tooltip.tsx';

type ScoreBarProps = Pick<Passage, 'score' | 'dense' | 'lexical'>;

/** Shows the score of a passage as a word, with the numbers in a tooltip and for screen readers. */
export function ScoreBar({ score, dense, lexical }: ScoreBarProps) {
  const fraction = Math.min(1, Math.max(0, score));
  const level = scoreLevels.find(({ minScore }) => score >= minScore)?.label ?? '';
  const parts = `meaning ${dense.toFixed(2)}, words ${lexical.toFixed(2)}`;
  return (
    <Tooltip content={`Score ${score.toFixed(2)}: ${parts}`} side="left">
      <span className="relative z-10 flex shrink-0 items-center gap-2">
        <span aria-hidden="true" className="h-1 w-16 overflow-hidden rounded-full bg-line">
          <span className="block h-full rounded-full bg-accent" style={{ width: `${fraction * 100}%` }} />
        </span>
        <span className="w-11 text-right text-small text-muted">
          <span className="sr-only">Match: </span>
          {level}
          <span className="sr-only">
            , score {score.toFixed(2)}, {parts}
          </span>
        </span>
      </span>
    </Tooltip>
  );
}
