import { fillGreeting } from '../../../../../shared/agents/greeting.ts';
import { findPhrase } from '../../../../../shared/agents/find-phrase.ts';
import { endSentence } from '../spoken-text.ts';
import { evasiveReply, timeUpReply } from '../wording/agent-replies.ts';
import type { ConversationEngine } from '../conversation-engine.ts';
import { createDialogueAgent } from './dialogue-agent.ts';
import type { AgentReply, DialogueOptions } from './dialogue-state.ts';

/** Creates the agent of a call, which leaves its own voicemail message and never says what it must not. */
export function createCallAgent(options: DialogueOptions): ConversationEngine {
  const { voicemail_message, must_never_say } = options.definition;
  const agent = createDialogueAgent(options);
  const message = fillGreeting(voicemail_message, options.metadata);
  const guard = (reply: AgentReply) => removeForbidden(reply, must_never_say);
  return {
    ...agent,
    greet: () => guard(agent.greet()),
    respond: async (text) => guard(await agent.respond(text)),
    leaveMessage: () => {
      const composed = agent.leaveMessage();
      return guard(message === '' ? composed : { ...composed, text: endSentence(message) });
    },
  };
}

/** Removes the sentences with a forbidden word or phrase. If none is left, the agent says that it cannot answer. */
function removeForbidden(reply: AgentReply, phrases: readonly string[]): AgentReply {
  if (findPhrase(reply.text, phrases) === null) return reply;
  const sentences = reply.text
    .split(/(?<=[.!?]["”’)]?)\s+/)
    .filter((sentence) => findPhrase(sentence, phrases) === null);
  const text = sentences.join(' ');
  // A phrase can span two sentences.
  if (text !== '' && findPhrase(text, phrases) === null) return { ...reply, text };
  return { ...reply, text: findPhrase(evasiveReply, phrases) === null ? evasiveReply : 'Hm.', passages: [] };
}

/** Ends a call that has reached the longest talk time, with the disposition that it has now. */
export function createTimeUpReply(agent: ConversationEngine): AgentReply {
  return {
    text: timeUpReply,
    expects: 'nothing',
    passages: [],
    hasSearchedKnowledge: false,
    hasNoAnswer: false,
    hasCallEnded: true,
    disposition: agent.getDisposition(),
  };
}
