import { serveRequests } from '../../platform/workers/serve-requests.ts';
import { clusterVectors } from './cluster-questions.ts';
import type { ClusterProtocol } from './knowledge-gaps.ts';

serveRequests<ClusterProtocol>({
  cluster: async function* (input) {
    return yield* clusterVectors(input);
  },
});
