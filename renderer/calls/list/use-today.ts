import { useEffect, useState } from 'react';
import { startOfDay, toDay } from '../../format/local-day.ts';

/** The midnight that today began with; changes with the day. */
export function useToday(): Date {
  const [today, setToday] = useState(() => startOfDay(toDay(new Date())));
  useEffect(() => {
    const next = startOfDay(toDay(today), 1);
    const timer = setTimeout(() => setToday(startOfDay(toDay(new Date()))), next.getTime() - Date.now() + 1_000);
    return () => clearTimeout(timer);
  }, [today]);
  return today;
}
