import * as z from 'zod';
import { dispositions, successfulDispositions } from '../calls/dispositions.ts';
import { limits } from '../contract/limits.ts';
import { toPlainLine, toPlainText, toPlainToken } from '../text/plain-text.ts';
import { voices } from './voices.ts';

/** The kinds of answers to a question of an agent. */
export const questionTypes = ['yes_no', 'choice', 'date', 'time', 'number', 'email', 'text'] as const;

export type QuestionType = (typeof questionTypes)[number];

const questionTextSchema = z.string().overwrite(toPlainLine).max(limits.agentQuestionLength);

/** The schemas check types and lengths only, so that an unfinished draft can be saved. `findDefinitionErrors` checks the rest. */
const agentQuestionSchema = z.object({
  field: z.string().overwrite(toPlainToken).max(limits.agentFieldLength).meta({
    description: 'Name of the captured field: a lowercase letter, then lowercase letters, digits and `_`',
  }),
  text: questionTextSchema,
  type: z.enum(questionTypes),
  choices: z
    .array(z.string().overwrite(toPlainLine).max(limits.agentChoiceLength))
    .max(limits.agentChoices)
    .default([])
    .meta({ description: 'The answers of a question of the type `choice`; empty for other types' }),
  required: z.boolean().default(false),
  needs_follow_up: z.boolean().default(false).meta({ description: 'An answer to it needs a person afterwards' }),
});

export type AgentQuestion = z.infer<typeof agentQuestionSchema>;

export const agentOutcomeSchema = z.object({
  name: z.string().overwrite(toPlainLine).max(limits.agentOutcomeLength),
  is_success: z.boolean(),
  needs_follow_up: z.boolean(),
});

export type AgentOutcome = z.infer<typeof agentOutcomeSchema>;

const phrasesSchema = z
  .array(z.string().overwrite(toPlainLine).max(limits.agentPhraseLength))
  .max(limits.agentPhrases)
  .default([]);

/** What leads a conversation: the built-in rules, or the language model of the workspace. */
export const agentEngines = ['rules', 'model'] as const;

export type AgentEngine = (typeof agentEngines)[number];

const idSchema = z.string().max(limits.idLength);

const followUpDispositions: readonly string[] = [dispositions.callback, dispositions.followUp];

/** The outcomes of an agent that lists no others. */
export const defaultOutcomes: readonly AgentOutcome[] = Object.values(dispositions).map((name) => ({
  name,
  is_success: successfulDispositions.includes(name),
  needs_follow_up: followUpDispositions.includes(name),
}));

/** A definition as it is sent: what is left out has its default. */
export const newAgentDefinitionSchema = z.object({
  name: z.string().overwrite(toPlainLine).max(limits.agentNameLength),
  spoken_name: z.string().overwrite(toPlainLine).max(limits.agentNameLength).default('').meta({
    description: 'The name by which the agent introduces itself. Empty: it names the organization only.',
  }),
  greeting: z.string().overwrite(toPlainText).max(limits.greetingLength).meta({
    description: 'Contains placeholders such as {first_name}, which metadata of the call replaces.',
  }),
  objective: z.string().overwrite(toPlainText).max(limits.objectiveLength),
  audience: z.string().overwrite(toPlainText).max(limits.audienceLength).default(''),
  questions: z.array(agentQuestionSchema).max(limits.agentQuestions).default([]).meta({
    description: 'What the agent asks, in this order',
  }),
  may_say: phrasesSchema.meta({ description: 'Sentences that the agent may use as answers' }),
  must_never_say: phrasesSchema.meta({ description: 'Words or phrases. A sentence with one of them is not spoken.' }),
  hand_over: z
    .object({
      when: z.string().overwrite(toPlainLine).max(limits.handOverConditionLength),
      number: z.string().overwrite(toPlainToken).max(limits.titleLength).meta({ description: 'In E.164 format' }),
    })
    .nullable()
    .default(null)
    .meta({ description: 'When the agent hands the call over to a person, and to which number' }),
  voicemail_message: z.string().overwrite(toPlainText).max(limits.greetingLength).default('').meta({
    description: 'What the agent leaves on a voicemail. Empty: a message from the greeting and the objective.',
  }),
  engine: z.enum(agentEngines).default('rules').meta({
    description: 'What leads the conversation: built-in rules, or the language model of the workspace',
  }),
  voice: z.enum(voices),
  speaking_rate_percent: z.int().min(limits.speakingRateMin).max(limits.speakingRateMax).default(100),
  documents: z
    .object({
      scope: z.enum(['all', 'selected']),
      document_ids: z.array(idSchema).max(limits.agentDocuments),
      labels: z.array(z.string().overwrite(toPlainLine).max(limits.tagLength)).max(limits.agentLabels),
    })
    .default({ scope: 'all', document_ids: [], labels: [] })
    .meta({
      description: 'The documents from which the agent answers: all, or those that are named or have a label',
    }),
  outcomes: z
    .array(agentOutcomeSchema)
    .max(limits.agentOutcomes)
    .default(() => [...defaultOutcomes]),
  max_talk_minutes: z.int().min(1).max(limits.talkMinutesMax).default(15),
});

/** Everything that decides what an agent says. Each version of an agent is one definition. */
export const agentDefinitionSchema = newAgentDefinitionSchema.meta({ id: 'AgentDefinition' });

export type AgentDefinition = z.infer<typeof agentDefinitionSchema>;

/** Returns a definition with these values, and with the default of every other field. */
export function createDefinition(values: z.input<typeof agentDefinitionSchema>): AgentDefinition {
  return agentDefinitionSchema.parse(values);
}
