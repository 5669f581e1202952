import { describePrivacy } from '../model-server/public.ts';

/** Returns a sentence on whether what is said in calls leaves this computer. */
export function describeCallPrivacy(baseUrl: string): string {
  return describePrivacy(baseUrl, 'Conversations and document passages are');
}
