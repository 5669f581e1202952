/**
 * The views of the window, in the order of the sidebar. Its links, the "Go to" commands and the native menu are derived
 * from this list. The sidebar shows the views with `isInFooter` at its bottom. `keys` has the format of `CommandDefinition`.
 */
export const views = [
  { id: 'overview', path: '/overview', label: 'Overview', keys: 'g o', isInFooter: false },
  { id: 'calls', path: '/calls', label: 'Calls', keys: 'g c', isInFooter: false },
  { id: 'insights', path: '/insights', label: 'Insights', keys: 'g i', isInFooter: false },
  { id: 'knowledge', path: '/knowledge', label: 'Knowledge', keys: 'g k', isInFooter: false },
  { id: 'agents', path: '/agents', label: 'Agents', keys: 'g a', isInFooter: false },
  { id: 'billing', path: '/billing', label: 'Billing', keys: 'g b', isInFooter: false },
  { id: 'team', path: '/team', label: 'Team', keys: 'g t', isInFooter: false },
  { id: 'keys', path: '/keys', label: 'API keys', keys: 'g y', isInFooter: false },
  { id: 'activity', path: '/activity', label: 'Activity', keys: 'g v', isInFooter: false },
  { id: 'settings', path: '/settings', label: 'Settings', keys: 'mod+,', isInFooter: true },
] as const;

export type View = (typeof views)[number];

export type ViewId = View['id'];
