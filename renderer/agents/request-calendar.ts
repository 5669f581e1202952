import type { AgentRequestRecord } from '../../shared/agent-requests.ts';
import { formatCalendarFile } from './format-calendar-file.ts';
import { findUatDateChanges } from '../../shared/uat-date-changes.ts';
import { saveTextFile } from '../save-file.ts';
import { formatRequestName } from './format-request-name.ts';

const uatDurationMinutes = 60;

/** The UAT of a request for a calendar; null where there is no date for it. The same request keeps its entry there. */
export function createUatCalendarFile(request: AgentRequestRecord): string | null {
  const moves = findUatDateChanges(request.events);
  if (request.estimated_uat_date === null || !moves) return null;
  const { assigned_engineer: engineer } = request;
  return formatCalendarFile({
    uid: `${request.request_id}@switchboard`,
    sequence: moves.changeCount,
    updatedAt: moves.setAt,
    startsAt: request.estimated_uat_date,
    durationMinutes: uatDurationMinutes,
    summary: `UAT: ${formatRequestName(request)}`,
    description: engineer ? `${request.objective}\n\nEngineer: ${engineer}` : request.objective,
  });
}

export function saveUatCalendarFile(request: AgentRequestRecord): void {
  const text = createUatCalendarFile(request);
  const name = formatRequestName(request).replaceAll(/[^\p{L}\p{N}]+/gu, '-');
  if (text !== null) saveTextFile(`uat-${name.slice(0, 60)}.ics`, 'text/calendar', text);
}
