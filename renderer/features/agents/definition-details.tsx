import type { AgentDefinition } from '../../../shared/agents/agent-definition.ts';
import { agentEngineLabels, definitionLabels, questionTypeLabels } from '../../../shared/agents/compare-definitions.ts';
import { formatCount } from '../../format/format-number.ts';
import { formatPhoneNumber } from '../../format/phone-number.ts';
import { voiceNames } from '../../format/voice-names.ts';
import { Detail, DetailList } from '../../ui/page/detail-list.tsx';
import { ExpandableText } from '../../ui/page/expandable-text.tsx';

/** Everything that decides what an agent says, to read. Parts that are empty are left out. */
export function DefinitionDetails({ definition }: { readonly definition: AgentDefinition }) {
  const { questions, hand_over, documents, outcomes } = definition;
  return (
    <DetailList>
      <TextDetail field="spoken_name" definition={definition} />
      <TextDetail field="greeting" definition={definition} />
      <TextDetail field="objective" definition={definition} />
      <TextDetail field="audience" definition={definition} />
      {questions.length > 0 && (
        <Detail label={definitionLabels.questions}>
          <ol className="flex list-inside list-decimal flex-col gap-0.5">
            {questions.map(({ field, text, type, required }) => (
              <li key={field}>
                {text}{' '}
                <span className="text-small text-muted">
                  {questionTypeLabels[type]}
                  {required && ', required'}
                </span>
              </li>
            ))}
          </ol>
        </Detail>
      )}
      <PhrasesDetail field="may_say" definition={definition} />
      <PhrasesDetail field="must_never_say" definition={definition} />
      {hand_over && (
        <Detail label={definitionLabels.hand_over}>
          {hand_over.when} <span className="text-muted">→ {formatPhoneNumber(hand_over.number)}</span>
        </Detail>
      )}
      <TextDetail field="voicemail_message" definition={definition} />
      <Detail label={definitionLabels.engine}>{agentEngineLabels[definition.engine]}</Detail>
      <Detail label={definitionLabels.voice}>
        {voiceNames[definition.voice]}, speed {definition.speaking_rate_percent}%
      </Detail>
      <Detail label={definitionLabels.documents}>
        {documents.scope === 'all'
          ? 'All'
          : [
              ...(documents.document_ids.length > 0 ? [formatCount(documents.document_ids.length, 'document')] : []),
              ...documents.labels.map((label) => `“${label}”`),
            ].join(', ')}
      </Detail>
      <Detail label={definitionLabels.outcomes}>{outcomes.map(({ name }) => name).join(', ')}</Detail>
      <Detail label="Talk time">At most {definition.max_talk_minutes} min</Detail>
    </DetailList>
  );
}

type TextDetailProps = {
  readonly field: 'spoken_name' | 'greeting' | 'objective' | 'audience' | 'voicemail_message';
  readonly definition: AgentDefinition;
};

function TextDetail({ field, definition }: TextDetailProps) {
  if (definition[field] === '') return null;
  return (
    <Detail label={definitionLabels[field]}>
      <ExpandableText text={definition[field]} />
    </Detail>
  );
}

type PhrasesDetailProps = { readonly field: 'may_say' | 'must_never_say'; readonly definition: AgentDefinition };

function PhrasesDetail({ field, definition }: PhrasesDetailProps) {
  if (definition[field].length === 0) return null;
  return <Detail label={definitionLabels[field]}>{definition[field].map((phrase) => `“${phrase}”`).join(', ')}</Detail>;
}
