import { useMemo } from 'react';
import type { TimedTurn } from '../../../../../shared/calls/calls.ts';
import { formatCount } from '../../../../format/format-number.ts';
import { speakerLabels } from '../../../../format/speaker-labels.ts';
import { summarizeModelTurns, type ModelUse } from '../summarize-model-turns.ts';
import { formatModelCost } from '../transcript/model-turn-note.tsx';
import { CallFact } from './key-moments-list.tsx';

/** What a language model did in a call: whose turns it spoke, what that cost, and where the text was sent. */
export function ModelSection({ turns }: { readonly turns: readonly TimedTurn[] }) {
  const use = useMemo(() => summarizeModelTurns(turns), [turns]);
  if (!use) return null;
  const { model, privacy, speakers, cost, hasUnknownCost } = use;
  return (
    <section aria-label="Language model">
      <h3 className="font-medium">Language model</h3>
      <dl className="mt-1">
        {model !== '' && <CallFact label="Model">{model}</CallFact>}
        {speakers.map((speaker) => (
          <CallFact key={speaker.name} label={speakerLabels[speaker.name]}>
            {describeTurns(speaker)}
          </CallFact>
        ))}
        <CallFact label="Cost" unknown="No prices are entered in the settings, or the server does not report tokens.">
          {cost !== null && `${hasUnknownCost ? 'At least ' : ''}${formatModelCost(cost)}`}
        </CallFact>
      </dl>
      <p className="mt-1 text-small text-muted">{privacy}</p>
    </section>
  );
}

function describeTurns({ turnCount, ruleTurnCount }: ModelUse['speakers'][number]): string {
  const turns = formatCount(turnCount, 'turn');
  return ruleTurnCount === 0 ? turns : `${turns}, ${ruleTurnCount} by rules`;
}
