import { v1Routes } from '../../shared/contract.ts';
import { bridge } from '../bridge.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { getShell, formatCurlCommand } from './format-curl-command.ts';

const shell = getShell(bridge.platform);

/** What can be pasted into a terminal to see that it works, with a key of any role; its secret is put into the variable first. */
export function CurlExamples({ baseUrl }: { readonly baseUrl: string }) {
  const lines = [
    { label: 'Agents', command: formatCurlCommand(shell, baseUrl + v1Routes.listAgents.path) },
    { label: 'Documents', command: formatCurlCommand(shell, baseUrl + v1Routes.listDocuments.path) },
    {
      label: 'Search',
      command: formatCurlCommand(shell, baseUrl + v1Routes.searchKnowledge.path, { query: 'What does it cost?' }),
    },
  ];
  return (
    <>
      <p className="text-small text-muted">
        {shell === 'PowerShell' ? (
          <>
            To try it in PowerShell, put the secret of a key into <Code>$env:KEY</Code> first. The Command Prompt takes
            the same lines without <Code>--%</Code>.
          </>
        ) : (
          <>
            To try it in a terminal, put the secret of a key into its variable <Code>KEY</Code> first.
          </>
        )}
      </p>
      <ul aria-label="Commands to try it" className="flex flex-col gap-1">
        {lines.map(({ label, command }) => (
          <li key={label} className="flex items-center gap-1 rounded-control bg-well py-0.5 pr-1 pl-2.5">
            <code title={command} className="min-w-0 flex-1 truncate font-mono text-small select-all">
              {command}
            </code>
            <CopyButton text={command} label={`Copy the command: ${label}`} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Code({ children }: { readonly children: string }) {
  return <code className="font-mono whitespace-nowrap select-all">{children}</code>;
}
