import { useState } from 'react';
import { questionTypes, type AgentQuestion } from '../../../shared/agents/agent-definition.ts';
import { questionTypeLabels } from '../../../shared/agents/compare-definitions.ts';
import { limits } from '../../../shared/contract/limits.ts';
import { capitalize } from '../../format/capitalize.ts';
import { showActionToast } from '../../ui/feedback/toasts.ts';
import { ListEditor } from '../../ui/fields/list-editor.tsx';
import { Select } from '../../ui/fields/select.tsx';
import type { DefinitionErrors } from './definition-errors.ts';
import { InlineCheckbox } from './inline-checkbox.tsx';
import { LineInput } from './line-input.tsx';
import { changeQuestionText } from './change-question-text.ts';

const typeOptions = questionTypes.map((value) => ({ value, label: capitalize(questionTypeLabels[value]) }));

const emptyQuestion: AgentQuestion = {
  field: '',
  text: '',
  type: 'text',
  choices: [],
  required: false,
  needs_follow_up: false,
};

type QuestionsFieldProps = {
  readonly questions: readonly AgentQuestion[];
  readonly errors: DefinitionErrors;
  readonly onChange: (questions: AgentQuestion[]) => void;
};

/** What the agent asks, in order. Each answer is stored in a field of the call. */
export function QuestionsField({ questions, errors, onChange }: QuestionsFieldProps) {
  return (
    <ListEditor
      label="Questions"
      noun="question"
      items={questions}
      maxItems={limits.agentQuestions}
      createItem={() => emptyQuestion}
      onChange={(next) => onChange([...next])}
      onDelete={(undo) => showActionToast('Question deleted', 'Undo', undo)}
      renderItem={(question, index, change) => (
        <QuestionLine
          question={question}
          number={index + 1}
          otherFields={questions.filter((one) => one !== question).map(({ field }) => field)}
          getError={(part) => errors.get(`/questions/${index}/${part}`)}
          onChange={change}
        />
      )}
    />
  );
}

type QuestionLineProps = {
  readonly question: AgentQuestion;
  readonly number: number;
  readonly otherFields: readonly string[];
  readonly getError: (part: keyof AgentQuestion) => string | undefined;
  readonly onChange: (question: AgentQuestion) => void;
};

function QuestionLine({ question, number, otherFields, getError, onChange }: QuestionLineProps) {
  const name = `question ${number}`;
  const { text, type, field, choices, required, needs_follow_up: needsFollowUp } = question;
  return (
    <div className="flex flex-col gap-1.5 rounded-control border border-line bg-chrome p-2">
      <div className="flex items-start gap-2">
        <LineInput
          label={`Text of ${name}`}
          placeholder="Which day suits you for the visit?"
          value={text}
          error={getError('text')}
          maxLength={limits.agentQuestionLength}
          onChange={(next) => onChange(changeQuestionText(question, next, otherFields))}
          className="flex-1"
        />
        <div className="w-36 shrink-0">
          <Select
            label={`Answer to ${name}`}
            isLabelHidden
            size="small"
            value={type}
            options={typeOptions}
            onChange={(next) => onChange({ ...question, type: next, choices: next === 'choice' ? choices : [] })}
          />
        </div>
      </div>
      {type === 'choice' && (
        <ChoicesInput
          label={`Choices of ${name}`}
          choices={choices}
          error={getError('choices')}
          onChange={(next) => onChange({ ...question, choices: next })}
        />
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <div className="flex min-w-0 flex-1 items-start gap-2">
          <span aria-hidden="true" className="text-small leading-7 whitespace-nowrap text-muted">
            Saved as
          </span>
          <LineInput
            label={`Field of ${name}`}
            placeholder="field_name"
            spellCheck={false}
            value={field}
            error={text === '' ? undefined : getError('field')}
            maxLength={limits.agentFieldLength}
            onChange={(next) => onChange({ ...question, field: next })}
            className="max-w-60 min-w-32 flex-1 font-mono"
          />
        </div>
        <InlineCheckbox
          label="Required"
          of={name}
          checked={required}
          onChange={(checked) => onChange({ ...question, required: checked })}
        />
        <InlineCheckbox
          label="Needs follow-up"
          of={name}
          checked={needsFollowUp}
          onChange={(checked) => onChange({ ...question, needs_follow_up: checked })}
        />
      </div>
    </div>
  );
}

type ChoicesInputProps = {
  readonly label: string;
  readonly choices: readonly string[];
  readonly error: string | undefined;
  readonly onChange: (choices: string[]) => void;
};

/** The choices, separated by commas. */
function ChoicesInput({ label, choices, error, onChange }: ChoicesInputProps) {
  const [text, setText] = useState(() => choices.join(', '));
  const [shown, setShown] = useState(choices);
  // Follows changes that were not typed here.
  if (shown !== choices) {
    setShown(choices);
    if (splitChoices(text).join('\n') !== choices.join('\n')) setText(choices.join(', '));
  }
  return (
    <LineInput
      label={label}
      placeholder="Morning, Afternoon, Evening"
      value={text}
      error={error}
      maxLength={limits.agentChoices * (limits.agentChoiceLength + 2)}
      onChange={(next) => {
        setText(next);
        onChange(splitChoices(next).map((choice) => choice.slice(0, limits.agentChoiceLength)));
      }}
    />
  );
}

function splitChoices(text: string): readonly string[] {
  return text
    .split(',')
    .map((choice) => choice.trim())
    .filter((choice) => choice !== '')
    .slice(0, limits.agentChoices);
}
