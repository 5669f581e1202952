import { QueryClient } from '@tanstack/react-query';

// The service runs locally and sends an event for each change, so data never becomes stale with time, and requests do not
// depend on a network connection.
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: Infinity, retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});
