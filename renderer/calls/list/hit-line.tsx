import type { CallRecord } from '../../../shared/calls.ts';
import { formatClock } from '../../../shared/clock.ts';
import { speakerNames } from '../../../shared/transcript-export.ts';
import { MarkedText } from '../../knowledge/marked-text.tsx';
import { cutHit } from './cut-hit.ts';

type HitLineProps = { readonly hit: NonNullable<CallRecord['hit']>; readonly words: string };

/** Who said the words that were searched for, at which moment, and what stands around them. */
export function HitLine({ hit, words }: HitLineProps) {
  return (
    <>
      <span className="tabular-nums">{formatClock(hit.start_seconds)}</span>{' '}
      <span className={hit.speaker === 'agent' ? 'text-accent' : 'text-recipient'}>{speakerNames[hit.speaker]}</span>{' '}
      <span>
        “
        <bdi>
          <MarkedText text={cutHit(hit.text, words)} query={words} />
        </bdi>
        ”
      </span>
    </>
  );
}
