import {
  connectionStepNames,
  noCapabilities,
  type ConnectionCheck,
  type ConnectionStepId,
} from '../../../../shared/workspaces/connection.ts';
import { CheckReport } from '../../platform/check-report.ts';

/** Collects the results of a check of a connection, and what it found about the remote. */
export class ConnectionReport extends CheckReport<ConnectionStepId> {
  findings: Omit<ConnectionCheck, 'steps'> = {
    organization_name: null,
    role: null,
    permissions: [],
    capabilities: noCapabilities,
    untrusted_certificate: null,
    clock_offset_ms: null,
    suggested_base_url: null,
  };

  constructor() {
    super(connectionStepNames);
  }

  suggestBaseUrl(baseUrl: string): void {
    this.findings = { ...this.findings, suggested_base_url: baseUrl };
  }

  /** Returns the check. The steps after a failed one are skipped. */
  finish(): ConnectionCheck {
    return { ...this.findings, steps: this.listSteps('A previous step failed.') };
  }
}
