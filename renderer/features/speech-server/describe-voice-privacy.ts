import { describePrivacy } from '../model-server/public.ts';

/** Returns a sentence on whether what is spoken in calls leaves this computer. */
export function describeVoicePrivacy(baseUrl: string): string {
  return describePrivacy(baseUrl, 'What agents say, and what you say in practice calls, is', 'Voice');
}
