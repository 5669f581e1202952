/** Formats a position or duration, rounded down to seconds: `0:42`, `3:12`, `1:02:03`. */
export function formatClock(seconds: number): string {
  const total = Math.max(0, Math.floor(seconds));
  const [hours, minutes] = [Math.floor(total / 3600), Math.floor(total / 60) % 60];
  const rest = String(total % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}
