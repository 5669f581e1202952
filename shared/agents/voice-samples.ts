import * as z from 'zod';
import { limits } from '../contract/limits.ts';
import { defineRoute } from '../contract/route.ts';
import { toPlainText } from '../text/plain-text.ts';
import { agentDefinitionSchema } from './agent-definition.ts';

export const createVoiceSample = defineRoute({
  id: 'createVoiceSample',
  method: 'post',
  path: '/voice-samples',
  summary: 'Create a voice sample',
  description: 'Returns a text as an agent with this voice and speed speaks it, as WAV. Nothing is stored.',
  tag: 'Agents',
  roles: ['admin', 'manager'],
  extension: true,
  readOnly: true,
  json: agentDefinitionSchema
    .pick({ voice: true, speaking_rate_percent: true })
    .extend({ text: z.string().overwrite(toPlainText).min(1, 'Enter a text.').max(limits.voiceSampleLength) }),
  status: 200,
  response: 'bytes',
  problems: ['no_workspace'],
});
