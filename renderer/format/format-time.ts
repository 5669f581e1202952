const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** `just now`, `3 min ago`, `5 h ago`, `Tue 14:05`, `12 Mar`, `12 Mar 2024`, in local time. */
export function formatRelativeTime(at: Date, now: Date): string {
  const ageMs = now.getTime() - at.getTime();
  if (ageMs < minuteMs) return 'just now';
  if (ageMs < hourMs) return `${Math.floor(ageMs / minuteMs)} min ago`;
  if (ageMs < dayMs) return `${Math.floor(ageMs / hourMs)} h ago`;
  if (ageMs < 6 * dayMs) {
    const day = at.toLocaleDateString('en', { weekday: 'short' });
    return `${day} ${at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })}`;
  }
  const sameYear = at.getFullYear() === now.getFullYear();
  return at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', ...(!sameYear && { year: 'numeric' }) });
}

/** Local time and UTC for the hover: `12 Mar 2026, 10:30:00 (09:30:00 UTC)`. */
export function formatExactTime(at: Date): string {
  const local = at.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
  return `${local} (${at.toISOString().slice(0, 19).replace('T', ' ')} UTC)`;
}
