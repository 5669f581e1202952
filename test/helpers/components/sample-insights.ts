import { talkTimeClasses, type CallCounts, type CallInsights } from '../../../shared/insights/insights.ts';

/** Counts of calls of which half were answered, and half of those were engaged. As many were successful, but not the same calls. */
export function createSampleCounts(placed: number): CallCounts {
  const [answered, engaged] = [Math.floor(placed / 2), Math.floor(placed / 4)];
  return {
    placed,
    answered,
    engaged,
    engaged_with_outcome: Math.floor(placed / 6),
    engaged_successful: Math.floor(placed / 12),
    successful: engaged,
    talk_seconds: answered * 90,
  };
}

/** Three days with 4, 0 and 8 calls. */
export const sampleInsights: CallInsights = {
  from: '2026-05-11T00:00:00.000Z',
  to: '2026-05-14T00:00:00.000Z',
  time_zone: 'UTC',
  totals: createSampleCounts(12),
  previous: createSampleCounts(10),
  without_date: 0,
  latency: {
    response_ms: { turns: 20, p50_ms: 640, p90_ms: 1_240 },
    retrieval_ms: { turns: 12, p50_ms: 18, p90_ms: 31 },
    first_token_ms: null,
    first_sound_ms: { turns: 20, p50_ms: 95, p90_ms: 140 },
  },
  first_call_at: '2026-01-12T09:00:00.000Z',
  by_day: [4, 0, 8].map((placed, index) => ({ date: `2026-05-${11 + index}`, ...createSampleCounts(placed) })),
  by_hour: Array.from({ length: 24 }, (_, hour) => createSampleCounts(hour === 9 ? 12 : 0)),
  by_weekday: [4, 0, 8, 0, 0, 0, 0].map(createSampleCounts),
  by_outcome: [
    { disposition: 'interested', calls: 4, talk_seconds: 400 },
    { disposition: '=HYPERLINK("http://x")', calls: 2, talk_seconds: 140 },
  ],
  by_agent: [{ agent_id: 'agt_1', agent_name: '<b>Front desk</b>', ...createSampleCounts(12) }],
  by_talk_time: talkTimeClasses.map((from_seconds) => ({ from_seconds, calls: from_seconds === 60 ? 6 : 0 })),
};
