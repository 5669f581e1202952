import type { RequestRecord } from '../../shared/agent-requests.ts';
import { toCalendarFile } from '../../shared/calendar-file.ts';
import { measureUatMoves } from '../../shared/uat-moves.ts';
import { saveFile } from '../calls/call/save-file.ts';
import { nameRequest } from './name-request.ts';

const uatMinutes = 60;

/** The UAT of a request for a calendar; null where there is no date for it. The same request keeps its entry there. */
export function toUatCalendar(request: RequestRecord): string | null {
  const moves = measureUatMoves(request.steps);
  if (request.estimated_uat_date === null || !moves) return null;
  const { assigned_engineer: engineer } = request;
  return toCalendarFile({
    uid: `${request.request_id}@switchboard`,
    sequence: moves.count,
    saidAt: moves.saidAt,
    startsAt: request.estimated_uat_date,
    durationMinutes: uatMinutes,
    summary: `UAT: ${nameRequest(request)}`,
    description: engineer ? `${request.objective}\n\nEngineer: ${engineer}` : request.objective,
  });
}

export function saveUatCalendar(request: RequestRecord): void {
  const text = toUatCalendar(request);
  const name = nameRequest(request).replaceAll(/[^\p{L}\p{N}]+/gu, '-');
  if (text !== null) saveFile(`uat-${name.slice(0, 60)}.ics`, 'text/calendar', text);
}
