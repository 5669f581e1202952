import { computeHammingDistances, countCodeWords, writeSignCode } from '../knowledge/retrieval/sign-code.ts';

/** Vectors of unit length, one after another. */
export type ClusterInput = { readonly vectors: Float32Array; readonly dimensions: number; readonly threshold: number };

/** The positions of the vectors of each cluster, largest cluster first. The first vector of a cluster is nearest to its center. */
export type Clusters = readonly (readonly number[])[];

/** Chosen with the questions of cluster-questions.test.ts: the cosine at which two questions count as one. */
export const sameQuestionCosine = 0.55;

type OpenCluster = { readonly members: number[]; readonly sum: Float32Array; length: number; readonly at: number };

/**
 * A center whose sign code differs in more bits is not near enough: of 384 bits, vectors with a cosine of 0.55 differ in 121 ± 9.
 * Comparing codes takes a thirtieth of the time of a cosine.
 */
const maxDistance = 155;

/** The vectors that are compared before other requests run. */
const vectorsPerStep = 200;

/**
 * Puts each vector into the cluster whose center is nearest, or into a new one if no center is near enough. The order of the vectors
 * decides ties. Yields now and then, so that a canceled request ends.
 */
export function* clusterVectors({ vectors, dimensions, threshold }: ClusterInput): Generator<void, Clusters> {
  const clusters: OpenCluster[] = [];
  const count = vectors.length / dimensions;
  const wordsPerCode = countCodeWords(dimensions);
  const centerCodes = new Uint32Array(count * wordsPerCode);
  const code = new Uint32Array(wordsPerCode);
  const distances = new Uint16Array(count);
  const origin = new Float32Array(dimensions);
  const vectorAt = (index: number) => vectors.subarray(index * dimensions, (index + 1) * dimensions);
  for (let index = 0; index < count; index++) {
    const vector = vectorAt(index);
    let nearest: OpenCluster | undefined;
    let nearestCosine = threshold;
    writeSignCode(vector, origin, code, 0);
    computeHammingDistances(code, centerCodes, clusters.length, distances);
    for (const [at, cluster] of clusters.entries()) {
      if ((distances[at] ?? 0) > maxDistance) continue;
      const cosine = computeDotProduct(vector, cluster.sum) / cluster.length;
      if (cosine < nearestCosine) continue;
      nearest = cluster;
      nearestCosine = cosine;
    }
    if (nearest) addVector(nearest, vector, index);
    else
      clusters.push((nearest = { members: [index], sum: Float32Array.from(vector), length: 1, at: clusters.length }));
    writeSignCode(nearest.sum, origin, centerCodes, nearest.at * wordsPerCode);
    if (index % vectorsPerStep === vectorsPerStep - 1) yield;
  }
  return clusters
    .map((cluster) => putCentralFirst(cluster, vectorAt))
    .toSorted((a, b) => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0));
}

function addVector(cluster: OpenCluster, vector: Float32Array, index: number): void {
  const { sum, members } = cluster;
  members.push(index);
  for (let i = 0; i < vector.length; i++) sum[i] = (sum[i] ?? 0) + (vector[i] ?? 0);
  cluster.length = Math.sqrt(computeDotProduct(sum, sum));
}

function putCentralFirst({ members, sum }: OpenCluster, vectorAt: (index: number) => Float32Array): readonly number[] {
  const cosines = members.map((index) => computeDotProduct(vectorAt(index), sum));
  const central = members[cosines.indexOf(Math.max(...cosines))] ?? 0;
  return [central, ...members.filter((index) => index !== central)];
}

/** Four sums instead of one, which the processor computes at the same time. The number of dimensions is a multiple of 4. */
function computeDotProduct(a: Float32Array, b: Float32Array): number {
  let [first, second, third, fourth] = [0, 0, 0, 0];
  // Indices are always in range; the fallbacks only satisfy the compiler.
  for (let i = 0; i < a.length; i += 4) {
    first += (a[i] ?? 0) * (b[i] ?? 0);
    second += (a[i + 1] ?? 0) * (b[i + 1] ?? 0);
    third += (a[i + 2] ?? 0) * (b[i + 2] ?? 0);
    fourth += (a[i + 3] ?? 0) * (b[i + 3] ?? 0);
  }
  return first + second + third + fourth;
}
