import { connectionStepNames, type ConnectionCheck } from '../../../shared/workspaces/connection.ts';
import { roleNames } from '../../../shared/contract/roles.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { CheckSteps, scrollIntoView } from '../../ui/feedback/check-steps.tsx';
import { Detail, DetailList } from '../../ui/page/detail-list.tsx';
import { formatFingerprint, summarizeCheck } from './summarize-check.ts';

type CheckResultProps = {
  readonly check: ConnectionCheck;
  /** Absent if a certificate cannot be trusted here. */
  readonly onTrust?: (sha256: string) => void;
  /** Uses another base URL, and checks again. */
  readonly onUseBaseUrl: (baseUrl: string) => void;
};

/** Shows each step of a check with its result, and what the API key can do. */
export function CheckResult({ check, onTrust, onUseBaseUrl }: CheckResultProps) {
  const { untrusted_certificate: certificate, suggested_base_url: suggestion } = check;
  const canTrust = certificate !== null && onTrust !== undefined;
  const failed = check.steps.find(({ result }) => result === 'failed');
  return (
    <section aria-label="Connection check" className="flex flex-col gap-4">
      <div ref={failed ? null : scrollIntoView} className="flex scroll-mt-5 flex-col gap-4">
        <p role="status" className="font-medium">
          {summarizeCheck(check)}
        </p>
        <CheckSteps
          steps={check.steps.map((step) => ({ ...step, name: connectionStepNames[step.id] }))}
          showsFailure={!canTrust}
        />
        {suggestion !== null && (
          <Button className="max-w-full self-start" onClick={() => onUseBaseUrl(suggestion)}>
            <span className="min-w-0 truncate">Use {suggestion}</span>
          </Button>
        )}
        {canTrust && <UntrustedCertificate certificate={certificate} onTrust={onTrust} />}
      </div>
      {check.role !== null && <Permissions check={check} />}
    </section>
  );
}

type UntrustedCertificateProps = {
  readonly certificate: NonNullable<ConnectionCheck['untrusted_certificate']>;
  readonly onTrust: (sha256: string) => void;
};

/** Shows a certificate that the system does not trust, and asks whether to trust it. */
export function UntrustedCertificate({ certificate, onTrust }: UntrustedCertificateProps) {
  return (
    <section ref={scrollIntoView} aria-label="Untrusted certificate" className="flex flex-col items-start gap-2">
      <h3 className="font-medium">This computer does not trust the remote’s certificate</h3>
      <p className="text-muted">
        Compare the fingerprint with the one that the remote’s operator gave you. Trust it only if they are equal:
        Switchboard then accepts this certificate and no other.
      </p>
      <DetailList>
        <Detail label="Subject">{certificate.subject}</Detail>
        <Detail label="Issuer">{certificate.issuer}</Detail>
        <Detail label="Valid until">{certificate.valid_to}</Detail>
        <Detail label="SHA-256">
          <code className="font-mono text-small">{formatFingerprint(certificate.sha256)}</code>
        </Detail>
      </DetailList>
      <Button onClick={() => onTrust(certificate.sha256)}>Trust this certificate</Button>
    </section>
  );
}

function Permissions({ check: { role, permissions } }: { readonly check: ConnectionCheck }) {
  return (
    <section aria-label="Permissions" className="flex flex-col gap-2">
      <h3 className="font-medium">What the API key can do</h3>
      <p className="text-muted">
        {role !== null && `Its role is probably ${roleNames[role]}. `}
        The remote does not report the role, so it is inferred from what the key can read. Operations that change
        something were not tried.
      </p>
      <table className="w-full border-t border-line">
        <thead>
          <tr className="text-small text-muted">
            <th scope="col" className="py-1 pr-3 text-left font-normal">
              Operation
            </th>
            <th scope="col" className="w-44 py-1 text-left font-normal">
              Permission
            </th>
          </tr>
        </thead>
        <tbody>
          {permissions.map(({ operation, summary, is_allowed, is_inferred }) => (
            <tr key={operation} className="border-t border-line">
              <th scope="row" className="py-1 pr-3 text-left font-normal">
                {summary}
              </th>
              <td className={is_allowed === false ? 'py-1 text-muted' : 'py-1'}>
                {is_allowed === null ? 'Unknown' : is_allowed ? 'Allowed' : 'Not allowed'}
                {is_allowed !== null && is_inferred && <span className="text-small text-muted"> · inferred</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
