import { v1Routes } from '../../../shared/contract/contract.ts';
import { bridge } from '../../data/bridge.ts';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { getShell, formatCurlCommand } from './format-curl-command.ts';

const shell = getShell(bridge.platform);

/** Commands to try the local API with a key of any role, which the user stores in a variable first. */
export function CurlExamples({ baseUrl }: { readonly baseUrl: string }) {
  const examples = [
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
            To try it in PowerShell, set <Code>$env:KEY</Code> to an API key first. In Command Prompt, leave out{' '}
            <Code>--%</Code>.
          </>
        ) : (
          <>
            To try it in a terminal, set the variable <Code>KEY</Code> to an API key first.
          </>
        )}
      </p>
      <ul aria-label="Example commands" className="flex flex-col gap-1">
        {examples.map(({ label, command }) => (
          <li key={label} className="flex items-center gap-1 rounded-control bg-well py-0.5 pr-1 pl-2.5">
            <code title={command} className="min-w-0 flex-1 truncate font-mono text-small select-all">
              {command}
            </code>
            <CopyButton text={command} label={`Copy command: ${label}`} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Code({ children }: { readonly children: string }) {
  return <code className="font-mono whitespace-nowrap select-all">{children}</code>;
}
