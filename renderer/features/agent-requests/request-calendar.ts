import type { AgentRequestRecord } from '../../../shared/agents/agent-requests.ts';
import { findUatDateChanges } from '../../../shared/agents/uat-date-changes.ts';
import { toFileNamePart } from '../../../shared/text/file-name-part.ts';
import { saveTextFile } from '../../data/save-file.ts';
import { formatCalendarFile } from '../../format/format-calendar-file.ts';
import { formatRequestName } from './format-request-name.ts';

const uatDurationMinutes = 60;

/** Returns the UAT appointment of a request as an iCalendar file, or null if no date is set. */
export function createUatCalendarFile(request: AgentRequestRecord): string | null {
  const changes = findUatDateChanges(request.events);
  if (request.estimated_uat_date === null || !changes) return null;
  const { assigned_engineer: engineer } = request;
  return formatCalendarFile({
    uid: `${request.request_id}@switchboard`,
    sequence: changes.changeCount,
    updatedAt: changes.setAt,
    startsAt: request.estimated_uat_date,
    durationMinutes: uatDurationMinutes,
    summary: `UAT: ${formatRequestName(request)}`,
    description: engineer ? `${request.objective}\n\nEngineer: ${engineer}` : request.objective,
  });
}

export function saveUatCalendarFile(request: AgentRequestRecord): void {
  const text = createUatCalendarFile(request);
  const name = toFileNamePart(formatRequestName(request), { maxLength: 60 });
  if (text !== null) saveTextFile(`uat-${name}.ics`, 'text/calendar', text);
}
