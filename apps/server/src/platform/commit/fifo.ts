/** First in, first out, in constant time whatever waits. */
export type Fifo<Value> = {
  push(value: Value): void;
  /** The one that waits longest, taken out; undefined when none waits. */
  shift(): Value | undefined;
  size(): number;
};

/** What is taken out leaves a gap in front, closed when it is this long and half of the list. */
const GAP_MIN = 32;

/** Makes an empty queue. */
export function createFifo<Value>(): Fifo<Value> {
  let values: (Value | undefined)[] = [];
  let head = 0;
  return {
    push(value) {
      values.push(value);
    },
    shift() {
      const value = values[head];
      if (head === values.length) return undefined;
      // So that what was taken is not held by the gap.
      values[head] = undefined;
      head += 1;
      if (head === values.length) {
        values = [];
        head = 0;
      } else if (head >= GAP_MIN && head * 2 >= values.length) {
        values = values.slice(head);
        head = 0;
      }
      return value;
    },
    size: () => values.length - head,
  };
}
