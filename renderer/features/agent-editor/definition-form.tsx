import type { ReactNode } from 'react';
import type { AgentDefinition } from '../../../shared/agents/agent-definition.ts';
import { limits } from '../../../shared/contract/limits.ts';
import { Field } from '../../ui/fields/field.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import type { DefinitionErrors } from './definition-errors.ts';
import { DocumentsField } from './documents-field.tsx';
import { EngineField } from './engine-field.tsx';
import { HearButton } from './hear-button.tsx';
import { HandOverField } from './hand-over-field.tsx';
import { OutcomesField } from './outcomes-field.tsx';
import { PhrasesField } from './phrases-field.tsx';
import { QuestionsField } from './questions-field.tsx';
import { TalkTimeField } from './talk-time-field.tsx';
import { VoiceField } from './voice-field.tsx';

type DefinitionFormProps = {
  readonly definition: AgentDefinition;
  readonly errors: DefinitionErrors;
  /** The greeting with example metadata. */
  readonly spokenGreeting: string;
  readonly onChange: (definition: AgentDefinition) => void;
  /** Saves at once, for example because a field has lost the focus. */
  readonly onSave: () => void;
};

/** Everything that decides what an agent says, in sections. */
export function DefinitionForm({ definition, errors, spokenGreeting, onChange, onSave }: DefinitionFormProps) {
  const change = (changes: Partial<AgentDefinition>) => onChange({ ...definition, ...changes });
  return (
    // Blur events of all fields bubble up to the form.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      noValidate
      data-kept
      aria-label="Agent"
      className="@container flex max-w-180 flex-col gap-8 px-6 pt-3 pb-10"
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
      onBlur={onSave}
    >
      <Section title="Introduction">
        <div className="grid grid-cols-1 gap-3 @xl:grid-cols-2">
          <Field
            label="Name"
            hint="Only your team sees it."
            value={definition.name}
            error={errors.get('/name') ?? null}
            maxLength={limits.agentNameLength}
            autoComplete="off"
            onChange={(event) => change({ name: event.target.value })}
          />
          <Field
            label="Spoken name"
            optional
            hint="The name that the agent gives in calls, such as “Nora”."
            value={definition.spoken_name}
            error={errors.get('/spoken_name') ?? null}
            maxLength={limits.agentNameLength}
            autoComplete="off"
            onChange={(event) => change({ spoken_name: event.target.value })}
          />
        </div>
        <TextArea
          label="Greeting"
          hint="Use {first_name} to insert metadata. Text in [brackets] is spoken only if its metadata is set."
          value={definition.greeting}
          error={errors.get('/greeting') ?? null}
          maxLength={limits.greetingLength}
          rows={3}
          onChange={(event) => change({ greeting: event.target.value })}
          className="max-h-60"
        />
        <HearButton label="Hear greeting" text={spokenGreeting} definition={definition} />
      </Section>
      <Section title="Purpose">
        <TextArea
          label="Objective"
          hint="What the agent does during the call, and what counts as success."
          value={definition.objective}
          error={errors.get('/objective') ?? null}
          maxLength={limits.objectiveLength}
          rows={4}
          onChange={(event) => change({ objective: event.target.value })}
          className="max-h-80"
        />
        <TextArea
          label="Audience"
          optional
          value={definition.audience}
          error={errors.get('/audience') ?? null}
          maxLength={limits.audienceLength}
          onChange={(event) => change({ audience: event.target.value })}
          className="max-h-32"
        />
      </Section>
      <Section
        title="Questions"
        note="What the agent asks, in this order. Each answer is saved in a field of the call."
      >
        <QuestionsField
          questions={definition.questions}
          errors={errors}
          onChange={(questions) => change({ questions })}
        />
      </Section>
      <Section title="May say" note="Sentences that the agent may use as answers.">
        <PhrasesField
          field="may_say"
          label="May say"
          noun="sentence"
          placeholder="You can change the date free of charge."
          phrases={definition.may_say}
          errors={errors}
          onChange={(phrases) => change({ may_say: phrases })}
        />
      </Section>
      <Section title="Must never say" note="The agent leaves out every sentence that contains one of these.">
        <PhrasesField
          field="must_never_say"
          label="Must never say"
          noun="phrase"
          placeholder="guaranteed"
          phrases={definition.must_never_say}
          errors={errors}
          onChange={(phrases) => change({ must_never_say: phrases })}
        />
      </Section>
      <Section title="Handover and voicemail">
        <HandOverField
          handOver={definition.hand_over}
          errors={errors}
          onChange={(handOver) => change({ hand_over: handOver })}
        />
        <TextArea
          label="Voicemail message"
          optional
          hint="What the agent leaves on a voicemail. If it is empty, the agent composes a message from the greeting and the objective."
          value={definition.voicemail_message}
          error={errors.get('/voicemail_message') ?? null}
          maxLength={limits.greetingLength}
          rows={2}
          onChange={(event) => change({ voicemail_message: event.target.value })}
          className="max-h-40"
        />
      </Section>
      <Section title="Call handling">
        <div className="grid grid-cols-1 gap-3 @xl:grid-cols-2">
          <EngineField engine={definition.engine} onChange={(engine) => change({ engine })} />
          <TalkTimeField
            minutes={definition.max_talk_minutes}
            onChange={(minutes) => change({ max_talk_minutes: minutes })}
          />
        </div>
      </Section>
      <Section title="Voice and speed">
        <VoiceField definition={definition} onChange={change} />
        <HearButton label="Hear voice" text={spokenGreeting} definition={definition} />
      </Section>
      <Section title="Documents" note="Where the agent finds its answers.">
        <DocumentsField
          documents={definition.documents}
          errors={errors}
          onChange={(documents) => change({ documents })}
        />
      </Section>
      <Section
        title="Outcomes"
        note="How a call can end. The outcome is chosen after the call. Earlier calls keep an outcome that you delete here."
      >
        <OutcomesField outcomes={definition.outcomes} errors={errors} onChange={(outcomes) => change({ outcomes })} />
        {errors.has('/outcomes') && <p className="text-small text-bad">{errors.get('/outcomes')}</p>}
      </Section>
    </form>
  );
}

type SectionProps = { readonly title: string; readonly note?: string; readonly children: ReactNode };

function Section({ title, note, children }: SectionProps) {
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <div>
        <h2 className="text-section">{title}</h2>
        {note && <p className="text-small text-muted">{note}</p>}
      </div>
      {children}
    </section>
  );
}
