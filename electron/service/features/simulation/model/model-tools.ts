import * as z from 'zod';
import type { AgentDefinition } from '../../../../../shared/agents/agent-definition.ts';
import type { ChatTool, ChatToolCall } from '../../language-model/chat-client.ts';

const text = (maxLength: number) => z.string().trim().min(1).max(maxLength);

/** What the model can do besides speaking, with the arguments of each tool. */
export const toolArguments = {
  search_knowledge: z.object({ question: text(400).describe('The question, complete, in the words of the recipient') }),
  record_answer: z.object({
    field: text(60).describe('The name of the question'),
    value: z.union([z.string(), z.number(), z.boolean()]).transform(String).pipe(text(500)),
  }),
  schedule_callback: z.object({ when: text(200).describe('The day and the time, in the words of the recipient') }),
  add_to_do_not_call: z.object({}),
  hand_over: z.object({ reason: text(200) }),
  end_call: z.object({ outcome: text(80) }),
} as const;

export type ToolName = keyof typeof toolArguments;

/** A tool that the model used, with arguments that were checked. */
export type ToolUse = {
  [Name in ToolName]: { readonly name: Name; readonly args: z.output<(typeof toolArguments)[Name]> };
}[ToolName];

const descriptions: Readonly<Record<ToolName, string>> = {
  search_knowledge: 'Finds passages of the documents of the organization that answer a question.',
  record_answer: 'Records an answer of the recipient to one of your questions.',
  schedule_callback: 'Promises that a person calls back.',
  add_to_do_not_call: 'Makes sure that this number is not called again.',
  hand_over: 'Hands the call over to a person.',
  end_call: 'Ends the call after you have said goodbye.',
};

/** Lists the tools of an agent: one that it cannot use is left out. */
export function listTools({ questions, hand_over: handOver, outcomes }: AgentDefinition): readonly ChatTool[] {
  const names = Object.keys(toolArguments) as readonly ToolName[]; // the keys of a constant
  return names
    .filter((name) => (name !== 'record_answer' || questions.length > 0) && (name !== 'hand_over' || handOver !== null))
    .map((name) => {
      const schema = z.toJSONSchema(getSchema(name, { questions, outcomes }), { io: 'input' });
      const { $schema: _, ...parameters } = schema;
      return { type: 'function', function: { name, description: descriptions[name], parameters } };
    });
}

function getSchema(
  name: ToolName,
  { questions, outcomes }: Pick<AgentDefinition, 'questions' | 'outcomes'>,
): z.ZodType {
  if (name === 'end_call') return z.object({ outcome: z.enum(outcomes.map((outcome) => outcome.name)) });
  if (name === 'record_answer')
    return z.object({ field: z.enum(questions.map(({ field }) => field)), value: z.string() });
  return toolArguments[name];
}

/** Checks a use of a tool. Returns a sentence for the model if it is not one of its tools, or if the arguments are wrong. */
export function readToolUse(name: string, json: string): ToolUse | string {
  if (!Object.hasOwn(toolArguments, name)) return `There is no tool ${JSON.stringify(name.slice(0, 60))}.`;
  const tool = name as ToolName; // it is a key of the constant
  const value = parseArguments(json);
  if (value === undefined) return 'The arguments are not JSON.';
  const parsed = toolArguments[tool].safeParse(value);
  if (!parsed.success) return `The arguments are wrong: ${parsed.error.issues[0]?.message ?? 'unknown'}`;
  return { name: tool, args: parsed.data } as ToolUse; // the schema is the one of the tool
}

/**
 * Returns a tool call as it can be sent back. Arguments that were cut off, or are no object, are left out: servers that parse
 * them for the prompt of the model, such as llama.cpp, refuse all of the request otherwise.
 */
export function toSentCall(call: ChatToolCall): ChatToolCall {
  const value = parseArguments(call.function.arguments);
  const args = typeof value === 'object' && !Array.isArray(value) ? value : {};
  return { ...call, function: { ...call.function, arguments: JSON.stringify(args) } };
}

/** Returns undefined if a text is no JSON. Some servers send JSON in a JSON text, and null for no arguments. */
function parseArguments(json: string): unknown {
  try {
    const value: unknown = JSON.parse(json);
    return (typeof value === 'string' ? JSON.parse(value) : value) ?? {};
  } catch {
    return undefined;
  }
}
