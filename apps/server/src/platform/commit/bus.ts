/** What a listener does with one fact. It may hear a fact twice, and must not mind. */
export type Listener = (payload: never) => void | Promise<void>;

/** One listener of one topic. */
export type Subscription = {
  /** The same at each start, as long as listeners are added in the same order. */
  readonly name: string;
  readonly topic: string;
};

/** Listeners that failed last time they heard a fact, and are told it again until they do not. */
export type Failing = {
  readonly listeners: number;
  /** How long the first of them has been failing; 0 when none is. @units seconds */
  readonly seconds: number;
};

/** Committed facts, handed in order to the listeners in this process. */
export type Bus = {
  subscribe(topic: string, listener: Listener): void;
  /** Every listener, in the order they came. */
  subscriptions(): readonly Subscription[];
  /** Tells one listener a fact. False: it threw, which was reported; the fact must come again. */
  tell(subscription: Subscription, payload: object): Promise<boolean>;
  failing(): Failing;
};

type Known = Subscription & { readonly listener: Listener; tries: number; since: number };

const MS_PER_SECOND = 1_000;

/** Makes the bus of one process. What a listener throws is reported each time, with its tries. */
export function createBus(
  onError: (error: unknown, topic: string, facts: { listener: string; tries: number }) => void,
): Bus {
  const known = new Map<string, Known>();
  return {
    subscribe(topic, listener) {
      const count = [...known.values()].filter((one) => one.topic === topic).length;
      const name = `${topic}#${count}`;
      known.set(name, { name, topic, listener, tries: 0, since: 0 });
    },
    subscriptions: () => [...known.values()],
    async tell({ name, topic }, payload) {
      const one = known.get(name);
      if (one === undefined) return true;
      try {
        await one.listener(payload as never);
        one.tries = 0;
        return true;
      } catch (error) {
        if (one.tries === 0) one.since = performance.now();
        one.tries += 1;
        onError(error, topic, { listener: name, tries: one.tries });
        return false;
      }
    },
    failing() {
      const failing = [...known.values()].filter(({ tries }) => tries > 0);
      const first = Math.min(...failing.map(({ since }) => since));
      const seconds = failing.length === 0 ? 0 : (performance.now() - first) / MS_PER_SECOND;
      return { listeners: failing.length, seconds };
    },
  };
}
