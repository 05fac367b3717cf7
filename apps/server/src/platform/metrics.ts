import { Counter, Gauge, Registry, collectDefaultMetrics } from 'prom-client';

/** Figures of one process for `/metrics`. */
export type Metrics = {
  readonly registry: Registry;
  counter(name: string, help: string): Counter;
  gauge(name: string, help: string, read: () => number): Gauge;
  text(): Promise<string>;
};

/** Starts with the run time's own figures. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    counter: (name, help) => new Counter({ name, help, registers: [registry] }),
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
