/** The durations of appearing and disappearing elements. */
export const [enterMs, leaveMs] = [120, 80];

export const hasReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
