import type { Random } from '../../../electron/service/platform/seeded-random.ts';

const numbers = ['0', '-1', '65536', '16777214', '2147483648', '99999999999', '1e308', '<00FFFFFE>'];

/** Damages a file in one of the ways in which files are damaged or forged. */
export function mutate(bytes: Buffer, random: Random): Buffer {
  const mutations = [flipBytes, removePart, repeatPart, swapParts, replaceNumber, insertNoise];
  let result: Buffer = Buffer.from(bytes);
  for (let count = pickInteger(random, 1, 4); count > 0; count -= 1) result = random.pick(mutations)(result, random);
  return result;
}

type Mutation = (bytes: Buffer, random: Random) => Buffer;

const flipBytes: Mutation = (bytes, random) => {
  for (let count = pickInteger(random, 1, 16); count > 0; count -= 1) {
    bytes[pickInteger(random, 0, bytes.length - 1)] = pickInteger(random, 0, 255);
  }
  return bytes;
};

const removePart: Mutation = (bytes, random) => {
  const { start, end } = pickPart(bytes, random);
  return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]);
};

const repeatPart: Mutation = (bytes, random) => {
  const { start, end } = pickPart(bytes, random);
  const part = bytes.subarray(start, end);
  const copies = Array.from({ length: pickInteger(random, 2, 64) }, () => part);
  return Buffer.concat([bytes.subarray(0, start), ...copies, bytes.subarray(end)]);
};

const swapParts: Mutation = (bytes, random) => {
  const { start, end } = pickPart(bytes, random);
  return Buffer.concat([bytes.subarray(end), bytes.subarray(start, end), bytes.subarray(0, start)]);
};

/** Replaces a number, such as a length, a count or a reference. */
const replaceNumber: Mutation = (bytes, random) => {
  const matches = [...bytes.toString('latin1').matchAll(/\d+/g)];
  if (matches.length === 0) return bytes;
  const { index, 0: digits } = random.pick(matches);
  const replacement = Buffer.from(random.pick(numbers));
  return Buffer.concat([bytes.subarray(0, index), replacement, bytes.subarray(index + digits.length)]);
};

const insertNoise: Mutation = (bytes, random) => {
  const at = pickInteger(random, 0, bytes.length);
  const noise = Buffer.from(Array.from({ length: pickInteger(random, 1, 512) }, () => pickInteger(random, 0, 255)));
  return Buffer.concat([bytes.subarray(0, at), noise, bytes.subarray(at)]);
};

function pickPart(bytes: Buffer, random: Random): { readonly start: number; readonly end: number } {
  const start = pickInteger(random, 0, bytes.length - 1);
  return { start, end: Math.min(bytes.length, start + pickInteger(random, 1, 2_048)) };
}

function pickInteger(random: Random, min: number, max: number): number {
  return Math.floor(random.between(min, max + 1));
}
