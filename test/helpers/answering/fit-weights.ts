/** What is known about a case, and whether it is positive. */
export type Sample<Name extends string> = {
  readonly values: Readonly<Record<Name, number>>;
  readonly isPositive: boolean;
};

export type FittedWeights<Name extends string> = {
  readonly intercept: number;
  readonly weights: readonly (readonly [name: Name, weight: number])[];
};

const penalty = 0.02;
const steps = 500;

/** Fits weights with which the positive samples of each group have the highest sums (a conditional logit model). */
export function fitChoice<Name extends string>(
  groups: readonly (readonly Sample<Name>[])[],
  names: readonly Name[],
): FittedWeights<Name> {
  const scale = standardize(groups.flat(), names);
  const rows = groups.map((group) =>
    group.map((sample) => ({ x: scale.apply(sample), isPositive: sample.isPositive })),
  );
  const weights = descend(names.length, (current) => {
    const gradient = current.map((weight) => (penalty / 2) * weight);
    for (const group of rows) {
      const sums = group.map(({ x }) => multiply(x, current));
      const highest = Math.max(...sums);
      const shares = sums.map((sum) => Math.exp(sum - highest));
      const total = sum(shares);
      const positive = sum(shares.filter((_, index) => group[index]?.isPositive));
      group.forEach(({ x, isPositive }, index) => {
        const share = shares[index] ?? 0;
        addScaled(gradient, x, (share / total - (isPositive ? share / positive : 0)) / rows.length);
      });
    }
    return gradient;
  });
  return scale.restore(weights, 0);
}

/**
 * Fits weights whose sum is the logarithm of the odds that a sample is positive (a logistic regression). A weight has the sign in
 * `signs`, or any if that is 0.
 */
export function fitOdds<Name extends string>(
  samples: readonly Sample<Name>[],
  names: readonly Name[],
  signs: ReadonlyMap<Name, number>,
): FittedWeights<Name> {
  const scale = standardize(samples, names);
  const rows = samples.map((sample) => ({ x: [...scale.apply(sample), 1], isPositive: sample.isPositive }));
  const keepSigns = (weights: number[]) =>
    names.forEach((name, index) => {
      if ((weights[index] ?? 0) * (signs.get(name) ?? 0) < 0) weights[index] = 0;
    });
  const weights = descend(
    names.length + 1,
    (current) => {
      const gradient = current.map((weight, index) => (index < names.length ? penalty * weight : 0));
      for (const { x, isPositive } of rows)
        addScaled(gradient, x, (1 / (1 + Math.exp(-multiply(x, current))) - (isPositive ? 1 : 0)) / rows.length);
      return gradient;
    },
    keepSigns,
  );
  return scale.restore(weights.slice(0, names.length), weights.at(-1) ?? 0);
}

/** Brings all values to the same scale, on which a penalty treats them alike. */
function standardize<Name extends string>(samples: readonly Sample<Name>[], names: readonly Name[]) {
  const stats = names.map((name) => {
    const values = samples.map((sample) => sample.values[name]);
    const mean = sum(values) / values.length;
    const deviation = Math.sqrt(sum(values.map((value) => (value - mean) ** 2)) / values.length);
    return { name, mean, deviation: deviation || 1 };
  });
  return {
    apply: ({ values }: Sample<Name>) => stats.map(({ name, mean, deviation }) => (values[name] - mean) / deviation),
    restore: (weights: readonly number[], intercept: number): FittedWeights<Name> => ({
      intercept: intercept - sum(stats.map(({ mean, deviation }, i) => ((weights[i] ?? 0) * mean) / deviation)),
      weights: stats.map(({ name, deviation }, i) => [name, (weights[i] ?? 0) / deviation]),
    }),
  };
}

/** Descends along a gradient with the method of Kingma and Ba (Adam, 2015). */
function descend(
  count: number,
  computeGradient: (weights: readonly number[]) => readonly number[],
  constrain: (weights: number[]) => void = () => undefined,
): readonly number[] {
  const weights = Array.from({ length: count }, () => 0);
  const means = [...weights];
  const squares = [...weights];
  for (let step = 1; step <= steps; step += 1) {
    computeGradient(weights).forEach((slope, index) => {
      const mean = (means[index] = 0.9 * (means[index] ?? 0) + 0.1 * slope);
      const square = (squares[index] = 0.999 * (squares[index] ?? 0) + 0.001 * slope ** 2);
      const change = mean / (1 - 0.9 ** step) / (Math.sqrt(square / (1 - 0.999 ** step)) + 1e-8);
      weights[index] = (weights[index] ?? 0) - 0.04 * change;
    });
    constrain(weights);
  }
  return weights;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const multiply = (a: readonly number[], b: readonly number[]) =>
  a.reduce((total, value, index) => total + value * (b[index] ?? 0), 0);

function addScaled(target: number[], source: readonly number[], factor: number): void {
  source.forEach((value, index) => (target[index] = (target[index] ?? 0) + factor * value));
}
