import {
  connectionStepIds,
  noCapabilities,
  type ConnectionCheck,
  type ConnectionStep,
  type ConnectionStepId,
} from '../../../../shared/workspaces/connection.ts';

/** Collects the results of a check. */
export class CheckReport {
  readonly #steps = new Map<ConnectionStepId, ConnectionStep>();
  findings: Omit<ConnectionCheck, 'steps'> = {
    organization_name: null,
    role: null,
    permissions: [],
    capabilities: noCapabilities,
    untrusted_certificate: null,
    clock_offset_ms: null,
    suggested_base_url: null,
  };

  pass(id: ConnectionStepId, detail: string): void {
    this.#set({ id, result: 'passed', detail, fix: null });
  }

  warn(id: ConnectionStepId, detail: string, fix: string): void {
    this.#set({ id, result: 'warning', detail, fix });
  }

  fail(id: ConnectionStepId, detail: string, fix: string): void {
    this.#set({ id, result: 'failed', detail, fix });
  }

  skip(id: ConnectionStepId, detail: string): void {
    this.#set({ id, result: 'skipped', detail, fix: null });
  }

  hasFailed(id: ConnectionStepId): boolean {
    return this.#steps.get(id)?.result === 'failed';
  }

  suggestBaseUrl(baseUrl: string): void {
    this.findings = { ...this.findings, suggested_base_url: baseUrl };
  }

  #set(step: ConnectionStep): void {
    this.#steps.set(step.id, step);
  }

  /** Returns the check. The steps after a failed one are skipped. */
  finish(): ConnectionCheck {
    const skipped = { result: 'skipped', detail: 'A previous step failed.', fix: null } as const;
    return { ...this.findings, steps: connectionStepIds.map((id) => this.#steps.get(id) ?? { id, ...skipped }) };
  }
}
