import { v1Routes } from '../../shared/contract.ts';
import { fillPath, type Route } from '../../shared/route.ts';
import { useSession } from '../session/use-session.ts';
import { Copy } from '../ui/copy.tsx';

/** What can be pasted into a terminal to see that it works; the key is put into the variable first. */
export function CurlLines({ baseUrl }: { readonly baseUrl: string }) {
  const { org_id } = useSession();
  const addressOf = (route: Route) => baseUrl + fillPath(route.path, { org_id: org_id ?? '' });
  const lines = [
    { label: 'Organization', command: `curl -H "Authorization: Bearer $KEY" ${addressOf(v1Routes.getOrganization)}` },
    { label: 'Documents', command: `curl -H "Authorization: Bearer $KEY" ${addressOf(v1Routes.listDocuments)}` },
    {
      label: 'Search',
      command:
        `curl -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" ` +
        `-d '{"query":"What does it cost?"}' ${addressOf(v1Routes.searchKnowledge)}`,
    },
  ];
  return (
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
  );
}
