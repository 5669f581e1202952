import { QueryClient } from '@tanstack/react-query';

// The service is on this machine and tells by events what changed: nothing goes stale by time, and the state of the
// network does not matter.
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: Infinity, retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});
