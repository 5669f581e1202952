/** Loads the code of the overview, which is not part of the first frame. */
export const loadOverviewView = () => import('./overview-view.tsx');
