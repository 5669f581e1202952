import { useEffect, useState } from 'react';
import { formatClock } from '../../../format/format-clock.ts';

/** How long it has been since a moment, by the second. */
export function ElapsedTime({ since }: { readonly since: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return <span role="timer">{formatClock((now - Date.parse(since)) / 1000)}</span>;
}
