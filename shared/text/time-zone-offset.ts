/** Returns a function that measures by how many milliseconds the clocks of an IANA time zone are ahead of UTC at a moment. */
export function createOffsetReader(timeZone: string): (timeMs: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (timeMs) => {
    const second = Math.floor(timeMs / 1000) * 1000;
    const parts = Object.fromEntries(format.formatToParts(second).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second: secondOfMinute = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, secondOfMinute) - second;
  };
}
