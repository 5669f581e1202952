import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Persona } from '../../../../../shared/agents/personas.ts';
import type { DemoCall } from '../demo-call.ts';
import type { RecordedTurn } from '../recorded-call.ts';

/** A conversation that several calls share. Its texts contain placeholders, such as `{first_name}`. */
export type DemoConversation = {
  readonly agent: DemoCall['agent'];
  readonly persona: Persona;
  readonly disposition: string;
  readonly turns: readonly Pick<RecordedTurn, 'speaker' | 'text' | 'citations' | 'hasNoAnswer'>[];
};

const path = fileURLToPath(new URL('../conversations/conversations.json', import.meta.url));

export function readDemoConversations(): readonly DemoConversation[] {
  return JSON.parse(readFileSync(path, 'utf8')) as readonly DemoConversation[]; // a shipped file, checked by demo-history.test.ts
}
