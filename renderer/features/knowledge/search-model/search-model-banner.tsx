import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import { useMissingPermission } from '../../../data/session/missing-permission.ts';
import { useIsLinked } from '../../../data/session/session-query.ts';
import { Banner } from '../../../ui/feedback/banner.tsx';
import { searchModelQuery } from './search-model-query.ts';

/** Shows that the search model cannot be used, and links to its settings. */
export function SearchModelBanner() {
  const isLinked = useIsLinked();
  const problem = useQuery({ ...searchModelQuery, enabled: !isLinked }).data?.problem ?? null;
  const missingPermission = useMissingPermission(appRoutes.changeSearchModel);
  if (problem === null) return null;
  return (
    <Banner
      label="Search model"
      tone="warn"
      icon={TriangleAlert}
      action={
        missingPermission === null && (
          <Link
            to="/settings"
            search={{ section: 'search-model' }}
            className="inline-flex h-6 shrink-0 items-center rounded-control border border-line bg-raised px-2 hover:bg-highlight"
          >
            Search model settings
          </Link>
        )
      }
    >
      <span className="font-medium">Searches find words only, and new documents wait.</span> {problem}
    </Banner>
  );
}
