/** What a node counts, in the text format of Prometheus. */
export class Metrics {
  readonly #requests = new Map<number, number>();
  #forwarded = 0;
  readonly #database = { seconds: 0, queries: 0 };

  countRequest(status: number): void {
    this.#requests.set(status, (this.#requests.get(status) ?? 0) + 1);
  }

  countForwarded(): void {
    this.#forwarded += 1;
  }

  /** Measures the reads of the directory: one for each request. */
  readonly observeQuery = (milliseconds: number): void => {
    this.#database.seconds += milliseconds / 1000;
    this.#database.queries += 1;
  };

  format(now: { readonly openOrganizations: number; readonly calls: number; readonly documents: number }): string {
    const requests = [...this.#requests].toSorted(([a], [b]) => a - b);
    return [
      describe('requests_total', 'counter', 'Responses to clients by status'),
      ...requests.map(([status, count]) => `switchboard_requests_total{status="${status}"} ${count}`),
      describe('forwarded_requests_total', 'counter', 'Requests of clients that another node answered'),
      `switchboard_forwarded_requests_total ${this.#forwarded}`,
      describe('open_organizations', 'gauge', 'Organizations that this node serves'),
      `switchboard_open_organizations ${now.openOrganizations}`,
      describe('queue_length', 'gauge', 'Queued and live calls, and documents in progress'),
      `switchboard_queue_length{queue="calls"} ${now.calls}`,
      `switchboard_queue_length{queue="documents"} ${now.documents}`,
      describe('database_seconds', 'summary', 'Time of reads of the directory'),
      `switchboard_database_seconds_sum ${this.#database.seconds}`,
      `switchboard_database_seconds_count ${this.#database.queries}`,
      '',
    ].join('\n');
  }
}

const describe = (name: string, type: string, help: string) =>
  `# HELP switchboard_${name} ${help}.\n# TYPE switchboard_${name} ${type}`;
