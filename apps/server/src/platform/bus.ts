/** What a listener does with one fact. */
export type Listener = (payload: never) => void | Promise<void>;

/** Committed facts, handed in order to whoever listens in this process. */
export type Bus = {
  subscribe(topic: string, listener: Listener): void;
  publish(topic: string, payload: object): Promise<void>;
  /** What anybody listens to. */
  topics(): string[];
};

/**
 * Makes the bus of one process. A listener that throws is reported and does not keep the others
 * from hearing the fact.
 */
export function createBus(onError: (error: unknown, topic: string) => void): Bus {
  const listeners = new Map<string, Listener[]>();
  return {
    subscribe(topic, listener) {
      listeners.set(topic, [...(listeners.get(topic) ?? []), listener]);
    },
    topics: () => [...listeners.keys()],
    async publish(topic, payload) {
      for (const listener of listeners.get(topic) ?? []) {
        try {
          await listener(payload as never);
        } catch (error) {
          onError(error, topic);
        }
      }
    },
  };
}
