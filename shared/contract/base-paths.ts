/** The service specification with its extensions, the window's own API, and files with signed URLs. */
export const routeTreePaths = { v1: '/v1', app: '/app', files: '' } as const;

/** Files with signed URLs are served at the origin, because players and browsers open them without headers. */
export const fileBasePaths = { recordings: '/audio', invoices: '/invoices' } as const;
