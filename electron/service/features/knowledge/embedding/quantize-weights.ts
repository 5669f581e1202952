import type { WeightTensor } from './safetensors.ts';

/** 8-bit integers with one scale per column (or row): value ≈ integer × scale. */
export type QuantizedMatrix = {
  readonly shape: readonly [rows: number, columns: number];
  readonly integers: Int8Array;
  readonly scales: Float32Array;
};

/**
 * Quantizes the weight of a linear layer ([out, in], as in PyTorch) as the right-hand side of a product ([in, out]), with
 * one scale per output. `limit` is the largest integer used.
 */
export function quantizeLinear(weight: WeightTensor, limit: number): QuantizedMatrix {
  const [outputs, inputs] = getMatrixShape(weight);
  const byRow = quantizeRows(weight, limit);
  const integers = new Int8Array(byRow.integers.length);
  for (let out = 0; out < outputs; out++) {
    for (let i = 0; i < inputs; i++) integers[i * outputs + out] = byRow.integers[out * inputs + i] ?? 0;
  }
  return { shape: [inputs, outputs], integers, scales: byRow.scales };
}

/** Quantizes a table with one scale per row. */
export function quantizeRows(table: WeightTensor, limit: number): QuantizedMatrix {
  const [rows, columns] = getMatrixShape(table);
  const integers = new Int8Array(rows * columns);
  const scales = new Float32Array(rows);
  for (let row = 0; row < rows; row++) {
    const values = table.values.subarray(row * columns, (row + 1) * columns);
    let largest = 0;
    for (const value of values) largest = Math.max(largest, Math.abs(value));
    scales[row] = largest / limit || 1;
    const scale = scales[row] ?? 1;
    values.forEach((value, i) => (integers[row * columns + i] = Math.round(value / scale)));
  }
  return { shape: [rows, columns], integers, scales };
}

function getMatrixShape({ shape }: WeightTensor): readonly [number, number] {
  const [rows, columns] = shape;
  if (rows === undefined || columns === undefined || shape.length !== 2) {
    throw new Error(`Expected a matrix, not the shape [${shape.join(', ')}].`);
  }
  return [rows, columns];
}
