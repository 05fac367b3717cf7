import { Counter, Gauge, Registry, collectDefaultMetrics } from 'prom-client';

/** Figures of one process for `/metrics`. */
export type Metrics = {
  counter<Label extends string = never>(
    name: string,
    help: string,
    labels?: readonly Label[],
  ): Counter<Label>;
  gauge(name: string, help: string, read: () => number): Gauge;
  text(): Promise<string>;
};

/** Starts with the run time's own figures. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    counter: (name, help, labels = []) =>
      new Counter({ name, help, labelNames: [...labels], registers: [registry] }),
    gauge: (name, help, read) =>
      new Gauge({
        name,
        help,
        registers: [registry],
        collect() {
          this.set(read());
        },
      }),
    text: () => registry.metrics(),
  };
}
