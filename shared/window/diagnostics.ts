import * as z from 'zod';
import { defineRoute } from '../contract/route.ts';

export const getDiagnostics = defineRoute({
  id: 'getDiagnostics',
  method: 'get',
  path: '/diagnostics',
  summary: 'Get diagnostics',
  description: 'Returns versions, checks and the end of the log as JSON text, without names, texts and secrets.',
  tag: 'Settings',
  roles: ['admin'],
  isLocal: true,
  extension: true,
  status: 200,
  response: z.object({ text: z.string() }),
  problems: [],
});
