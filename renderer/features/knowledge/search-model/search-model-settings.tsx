import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { appRoutes } from '../../../../shared/contract/contract.ts';
import type { SearchModelState } from '../../../../shared/knowledge/search-model.ts';
import { formatLanguages } from '../../../../shared/text/format-languages.ts';
import { formatError } from '../../../format/format-error.ts';
import { formatCount } from '../../../format/format-number.ts';
import { app } from '../../../data/service-clients.ts';
import { showRequestError } from '../../../data/show-request-error.ts';
import { useMissingPermission } from '../../../data/session/missing-permission.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { useBusy } from '../../../ui/feedback/use-busy.ts';
import { SettingRow } from '../../../ui/fields/setting-row.tsx';
import { SearchModelDialog } from './search-model-dialog.tsx';
import { describeModelPrivacy, formatModelName } from './describe-model.ts';
import { searchModelQuery } from './search-model-query.ts';

/** Shows what searches documents by meaning, and changes it. */
export function SearchModelSettings() {
  const { data, error, refetch } = useQuery(searchModelQuery);
  const [isOpen, setOpen] = useState(false);
  const changeReason = useMissingPermission(
    appRoutes.changeSearchModel,
    appRoutes.checkSearchModel,
    appRoutes.uploadSearchModelFile,
    appRoutes.cancelSearchModelChange,
  );
  if (error)
    return (
      <ErrorState
        title="The search model could not be loaded"
        detail={formatError(error)}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return null;
  return (
    <div className="flex flex-col gap-3">
      <SettingRow label={formatModelName(data.settings)} note={<ModelNote state={data} />}>
        <Button size="small" disabledReason={changeReason} onClick={() => setOpen(true)}>
          Change search model…
        </Button>
      </SettingRow>
      {data.next && <NextModel next={data.next} problem={data.next_problem} disabledReason={changeReason} />}
      {isOpen && <SearchModelDialog state={data} onClose={() => setOpen(false)} />}
    </div>
  );
}

function ModelNote({ state: { settings, languages, problem, key_hint } }: { readonly state: SearchModelState }) {
  const names = formatLanguages(languages);
  return (
    <span className="flex flex-col select-text">
      <span>
        {settings.kind === 'built_in'
          ? `Finds passages by meaning in ${names}; in other languages, by words only. `
          : names === ''
            ? 'Found too little in the languages that were tried. '
            : `Finds passages by meaning in ${names}. `}
        {describeModelPrivacy(settings.kind === 'server' ? settings.base_url : null)}
      </span>
      {key_hint !== null && <span>API key ends with {key_hint}.</span>}
      {problem !== null && (
        <span role="status" className="text-bad">
          {problem} Until then, searches find words only, and new documents wait.
        </span>
      )}
    </span>
  );
}

type NextModelProps = {
  readonly next: NonNullable<SearchModelState['next']>;
  readonly problem: string | null;
  readonly disabledReason: string | null;
};

/** Shows how far the documents are embedded with the next model. */
function NextModel({ next, problem, disabledReason }: NextModelProps) {
  const [isBusy, run] = useBusy();
  const name = formatModelName(next.settings);
  return (
    <SettingRow
      label={`Changing to ${name}`}
      note={
        <span className="flex flex-col gap-1">
          <span>
            {next.done.toLocaleString()} of {formatCount(next.total, 'passage')} prepared. Until all are, searches use
            the current model.
          </span>
          <ProgressBar
            label={`Changing to ${name}`}
            fraction={next.total === 0 ? null : next.done / next.total}
            className="max-w-80"
          />
          {problem !== null && (
            <span role="status" className="text-bad">
              {problem}
            </span>
          )}
        </span>
      }
    >
      <Button size="small" disabledReason={disabledReason} aria-busy={isBusy} onClick={() => void run(cancelChange)}>
        Cancel change
      </Button>
    </SettingRow>
  );
}

async function cancelChange(): Promise<void> {
  try {
    await app(appRoutes.cancelSearchModelChange, {});
  } catch (error) {
    showRequestError('The change was not canceled', error);
  }
}
