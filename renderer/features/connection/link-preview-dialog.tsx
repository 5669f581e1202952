import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LinkPreview, NewConnection } from '../../../shared/workspaces/connection.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { formatError } from '../../format/format-error.ts';
import { formatCount } from '../../format/format-number.ts';
import { formatSize } from '../../format/format-size.ts';
import { app } from '../../data/service-clients.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { CheckboxField } from '../../ui/fields/checkbox-field.tsx';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { showToast } from '../../ui/feedback/toasts.ts';
import { useBusy } from '../../ui/feedback/use-busy.ts';
import { useSwitchWorkspace, changeWorkspace } from '../workspaces/public.ts';
import { findHost } from './connection-draft.ts';
import { linkPreviewQuery } from './connection-query.ts';

type LinkPreviewDialogProps = {
  readonly connection: NewConnection;
  readonly onBack: () => void;
  readonly onClose: () => void;
};

/** Shows what is sent to the remote that a workspace is linked to, and what stays on this computer. */
export function LinkPreviewDialog(props: LinkPreviewDialogProps) {
  const { data: preview, error } = useQuery(linkPreviewQuery);
  const { connection, onBack, onClose } = props;
  return (
    <Dialog
      title="Link workspace"
      description={`Choose what is sent to ${findHost(connection.base_url)}.`}
      isWide
      onClose={onClose}
    >
      {preview ? (
        <LinkForm key={JSON.stringify(preview)} preview={preview} {...props} />
      ) : (
        <>
          <p role={error ? 'alert' : 'status'} className={error ? 'text-bad' : 'text-muted'}>
            {error ? formatError(error) : 'Reading what can be sent…'}
          </p>
          <DialogActions>
            <Button size="large" onClick={onBack}>
              Back
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}

type LinkFormProps = LinkPreviewDialogProps & { readonly preview: LinkPreview };

function LinkForm({ preview, connection, onBack, onClose }: LinkFormProps) {
  const { documents, requests } = preview;
  // A document that could not be read here is sent only if the user wants it.
  const readable = documents.filter(({ status }) => status !== 'failed');
  const [documentIds, setDocumentIds] = useState(() => new Set(readable.map(({ document_id }) => document_id)));
  const [requestIds, setRequestIds] = useState(() => new Set(requests.map(({ request_id }) => request_id)));
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, run] = useBusy();
  const { switchTo, confirmDialog } = useSwitchWorkspace({ confirmLabel: 'Stop and link' });
  const link = async () => {
    try {
      const json = { connection, document_ids: [...documentIds], request_ids: [...requestIds] };
      const { queued } = await changeWorkspace(() => app(appRoutes.linkWorkspace, { json }));
      const sending =
        queued === 0 ? '' : `. ${formatCount(queued, 'change')} ${queued === 1 ? 'is' : 'are'} being sent.`;
      showToast(`Linked to ${findHost(connection.base_url)}${sending}`);
      onClose();
    } catch (error) {
      setFailure(formatError(error));
    }
  };
  return (
    <>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void switchTo(() => run(link));
        }}
      >
        <ChoiceList
          title="Documents"
          empty="This workspace has no documents to send."
          items={documents.map(({ document_id, title, file_name, size_bytes, status }) => ({
            id: document_id,
            label: title,
            hint: `${file_name} · ${formatSize(size_bytes)}${status === 'failed' ? ' · could not be read here' : ''}`,
          }))}
          chosen={documentIds}
          onChange={setDocumentIds}
        />
        <ChoiceList
          title="Build requests"
          empty="No build request is pending."
          items={requests.map(({ request_id, name, objective }) => ({
            id: request_id,
            label: name === '' ? request_id : name,
            hint: objective,
          }))}
          chosen={requestIds}
          onChange={setRequestIds}
        />
        <p role="status" className="font-medium">
          {describeTotal(preview, documentIds, requestIds)}
        </p>
        <ul className="flex list-disc flex-col gap-1 pl-5 text-muted">
          {listConsequences(preview).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        {failure !== null && (
          <p role="alert" className="text-bad">
            {failure}
          </p>
        )}
        <DialogActions>
          <Button size="large" onClick={onBack}>
            Back
          </Button>
          <Button type="submit" variant="primary" size="large" aria-busy={isBusy}>
            {isBusy ? 'Linking…' : 'Link workspace'}
          </Button>
        </DialogActions>
      </form>
      {confirmDialog}
    </>
  );
}

type ChoiceListProps = {
  readonly title: string;
  readonly empty: string;
  readonly items: readonly { readonly id: string; readonly label: string; readonly hint: string }[];
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: Set<string>) => void;
};

function ChoiceList({ title, empty, items, chosen, onChange }: ChoiceListProps) {
  if (items.length === 0) return <p className="text-muted">{empty}</p>;
  const change = (id: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    onChange(next);
  };
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="pb-1.5 text-section">{title}</legend>
      {/* Focusable, so that it can be scrolled with the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div
        tabIndex={0}
        role="group"
        aria-label={`${title}, scrollable`}
        className="flex max-h-44 flex-col gap-1.5 overflow-y-auto"
      >
        {items.map(({ id, label, hint }) => (
          <CheckboxField
            key={id}
            label={label}
            hint={hint}
            checked={chosen.has(id)}
            onChange={(isChosen) => change(id, isChosen)}
          />
        ))}
      </div>
    </fieldset>
  );
}

function describeTotal(
  { documents }: LinkPreview,
  documentIds: ReadonlySet<string>,
  requestIds: ReadonlySet<string>,
): string {
  const chosen = documents.filter(({ document_id }) => documentIds.has(document_id));
  const bytes = chosen.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  const parts = [
    ...(chosen.length > 0 ? [`${formatCount(chosen.length, 'document')} (${formatSize(bytes)})`] : []),
    ...(requestIds.size > 0 ? [formatCount(requestIds.size, 'build request')] : []),
  ];
  return parts.length === 0 ? 'Nothing is sent.' : `${parts.join(' and ')} will be sent.`;
}

function listConsequences({ documents, agents, templates }: LinkPreview): readonly string[] {
  return [
    'Calls, recordings and invoices stay here as history. Simulated calls keep their badge.',
    ...(documents.length > 0
      ? ['Documents that are not sent stay on this computer, but agents no longer use them.']
      : []),
    ...(agents > 0
      ? [
          `${formatCount(agents, 'agent')} of this workspace ${agents === 1 ? 'is' : 'are'} archived: the remote has its own.`,
        ]
      : []),
    ...(templates > 0
      ? [`${formatCount(templates, 'metadata template')} ${templates === 1 ? 'stays' : 'stay'} on this computer.`]
      : []),
    'Linking stops calls that are running now; they fail.',
  ];
}
