import { useEffect, useState } from 'react';
import { startOfDay, toLocalDay } from '../../format/local-day.ts';

/** The midnight that today began with; changes with the day. */
export function useToday(): Date {
  const [today, setToday] = useState(() => startOfDay(toLocalDay(new Date())));
  useEffect(() => {
    const next = startOfDay(toLocalDay(today), 1);
    const timer = setTimeout(() => setToday(startOfDay(toLocalDay(new Date()))), next.getTime() - Date.now() + 1_000);
    return () => clearTimeout(timer);
  }, [today]);
  return today;
}
