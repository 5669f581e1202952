import { onlineManager, QueryClient } from '@tanstack/react-query';
import { onReachableChange } from './service-connection.ts';

// Queries pause while the service cannot be reached. The network of the computer does not matter, because the service is local.
onlineManager.setEventListener(onReachableChange);

/** A query that failed when the connection was lost waits this long, until the event stream has noticed it. */
const retryDelayMs = 250;

const maxRetries = 3;

// The service sends an event for each change, so data never becomes stale with time.
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Infinity,
      retry: (failureCount, error) => error instanceof TypeError && failureCount < maxRetries,
      retryDelay: retryDelayMs,
      refetchOnWindowFocus: false,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
