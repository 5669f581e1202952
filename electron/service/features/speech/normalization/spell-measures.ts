/** A number as it is written in English, of a bounded length. */
export const amountPattern = String.raw`\d{1,12}(?:,\d{3})*(?:\.\d{1,6})?`;

/** After a number: one and many, in the spelling in which they are written. */
const units: Readonly<Record<string, readonly [string, string]>> = {
  bps: ['bit per second', 'bits per second'],
  kbps: ['kilobit per second', 'kilobits per second'],
  Mbps: ['megabit per second', 'megabits per second'],
  Gbps: ['gigabit per second', 'gigabits per second'],
  'Mbit/s': ['megabit per second', 'megabits per second'],
  'Gbit/s': ['gigabit per second', 'gigabits per second'],
  'MB/s': ['megabyte per second', 'megabytes per second'],
  'GB/s': ['gigabyte per second', 'gigabytes per second'],
  KB: ['kilobyte', 'kilobytes'],
  kB: ['kilobyte', 'kilobytes'],
  MB: ['megabyte', 'megabytes'],
  GB: ['gigabyte', 'gigabytes'],
  TB: ['terabyte', 'terabytes'],
  Hz: ['hertz', 'hertz'],
  kHz: ['kilohertz', 'kilohertz'],
  MHz: ['megahertz', 'megahertz'],
  GHz: ['gigahertz', 'gigahertz'],
  ms: ['millisecond', 'milliseconds'],
  sec: ['second', 'seconds'],
  secs: ['second', 'seconds'],
  min: ['minute', 'minutes'],
  mins: ['minute', 'minutes'],
  hr: ['hour', 'hours'],
  hrs: ['hour', 'hours'],
  mm: ['millimeter', 'millimeters'],
  cm: ['centimeter', 'centimeters'],
  km: ['kilometer', 'kilometers'],
  'km/h': ['kilometer per hour', 'kilometers per hour'],
  mph: ['mile per hour', 'miles per hour'],
  mi: ['mile', 'miles'],
  ft: ['foot', 'feet'],
  mg: ['milligram', 'milligrams'],
  kg: ['kilogram', 'kilograms'],
  lb: ['pound', 'pounds'],
  lbs: ['pound', 'pounds'],
  oz: ['ounce', 'ounces'],
  ml: ['milliliter', 'milliliters'],
  kWh: ['kilowatt hour', 'kilowatt hours'],
  kW: ['kilowatt', 'kilowatts'],
  '\u00b0C': ['degree Celsius', 'degrees Celsius'],
  '\u00b0F': ['degree Fahrenheit', 'degrees Fahrenheit'],
  '\u00b0': ['degree', 'degrees'],
};

const unitPattern = Object.keys(units)
  .toSorted((a, b) => b.length - a.length)
  .join('|');
const measurePattern = new RegExp(`\\b(${amountPattern})[\\s-]?(${unitPattern})(?![\\w/])`, 'g');

/** `50 Mbps` as `50 megabits per second`. */
export function normalizeUnits(text: string): string {
  return text.replaceAll(measurePattern, (_, amount: string, unit: string) => {
    return `${amount} ${units[unit]?.[amount === '1' ? 0 : 1]}`;
  });
}
