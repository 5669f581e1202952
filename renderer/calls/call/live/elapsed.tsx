import { useEffect, useState } from 'react';
import { formatClock } from '../../../../shared/clock.ts';

/** How long it has been since a moment, by the second. */
export function Elapsed({ since }: { readonly since: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return <span role="timer">{formatClock((now - Date.parse(since)) / 1000)}</span>;
}
