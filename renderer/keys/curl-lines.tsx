import { v1Routes } from '../../shared/contract.ts';
import type { Route } from '../../shared/route.ts';
import { Copy } from '../ui/copy.tsx';

/** What can be pasted into a terminal to see that it works, with a key of any role; its secret is put into the variable first. */
export function CurlLines({ baseUrl }: { readonly baseUrl: string }) {
  const addressOf = ({ path }: Route) => baseUrl + path;
  const lines = [
    { label: 'Agents', command: `curl -H "Authorization: Bearer $KEY" ${addressOf(v1Routes.listAgents)}` },
    { label: 'Documents', command: `curl -H "Authorization: Bearer $KEY" ${addressOf(v1Routes.listDocuments)}` },
    {
      label: 'Search',
      command:
        `curl -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" ` +
        `-d '{"query":"What does it cost?"}' ${addressOf(v1Routes.searchKnowledge)}`,
    },
  ];
  return (
    <>
      <p className="text-small text-muted">
        To try it in a terminal, put the secret of a key into its variable <code className="font-mono">KEY</code> first.
      </p>
      <ul aria-label="Commands to try it" className="flex flex-col gap-1">
        {lines.map(({ label, command }) => (
          <li key={label} className="flex items-center gap-1 rounded-control bg-well py-0.5 pr-1 pl-2.5">
            <code title={command} className="min-w-0 flex-1 truncate font-mono text-small select-all">
              {command}
            </code>
            <Copy text={command} label={`Copy the command: ${label}`} />
          </li>
        ))}
      </ul>
    </>
  );
}
