/** Zero crossings of the filter on each side. */
const lobes = 16;

/** Positions between two samples for which the filter is computed. */
const steps = 64;

/** Where the filter begins to cut, in parts of the lower of the two rates' limits. */
const passband = 0.92;

/** Changes the sample rate with a windowed sinc filter, which removes what the new rate cannot represent. */
export function resample(samples: Float32Array, fromHz: number, toHz: number): Float32Array {
  if (fromHz === toHz) return samples;
  const cutoff = passband * Math.min(1, toHz / fromHz);
  const reach = Math.ceil(lobes / cutoff);
  const filters = Array.from({ length: steps + 1 }, (_, step) => createFilter(step / steps, cutoff, reach));
  const result = new Float32Array(Math.floor((samples.length * toHz) / fromHz));
  for (let index = 0; index < result.length; index++) {
    const position = (index * fromHz) / toHz;
    const base = Math.floor(position);
    const filter = filters[Math.round((position - base) * steps)];
    if (!filter) continue;
    const first = base - reach + 1;
    let sum = 0;
    for (let tap = 0; tap < filter.length; tap++) sum += (samples[first + tap] ?? 0) * (filter[tap] ?? 0);
    result[index] = sum;
  }
  return result;
}

/** The weights of the samples around a position that is `fraction` after the first half of them. */
function createFilter(fraction: number, cutoff: number, reach: number): Float32Array {
  const filter = Float32Array.from({ length: 2 * reach }, (_, tap) => {
    const distance = tap - reach + 1 - fraction;
    const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / (reach + 1));
    const angle = Math.PI * distance * cutoff;
    return (angle === 0 ? 1 : Math.sin(angle) / angle) * cutoff * window;
  });
  const sum = filter.reduce((total, weight) => total + weight, 0);
  return filter.map((weight) => weight / sum);
}
