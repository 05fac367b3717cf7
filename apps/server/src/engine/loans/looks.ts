/** Things that are looked at one after another, the urgent ones first. */
export type Looks<Subject> = {
  push(subject: Subject, isUrgent: boolean): void;
  /** Takes one back that was not begun. */
  drop(subject: Subject): void;
  /** Resolves when nothing waits and nothing is on its way. */
  idle(): Promise<void>;
  /** Begins no more; resolves when nothing is on its way. */
  end(): Promise<void>;
};

/** Makes the queue; `see` looks at one and never throws. Each thing waits in it once. */
export function createLooks<Subject>(params: {
  readonly atOnce: number;
  readonly see: (subject: Subject) => Promise<void>;
}): Looks<Subject> {
  const urgent = new Set<Subject>();
  const others = new Set<Subject>();
  let onWay = 0;
  let isEnding = false;
  let idlers: (() => void)[] = [];

  function pump(): void {
    while (!isEnding && onWay < params.atOnce) {
      const [next] = urgent.size > 0 ? urgent : others;
      if (next === undefined) break;
      urgent.delete(next);
      others.delete(next);
      onWay += 1;
      void params.see(next).finally(() => {
        onWay -= 1;
        pump();
      });
    }
    if (onWay > 0 || (!isEnding && urgent.size + others.size > 0)) return;
    for (const resolve of idlers) resolve();
    idlers = [];
  }

  const idle = (): Promise<void> =>
    new Promise((resolve) => {
      idlers.push(resolve);
      pump();
    });

  return {
    push(subject, isUrgent) {
      (isUrgent ? urgent : others).add(subject);
      pump();
    },
    drop(subject) {
      urgent.delete(subject);
      others.delete(subject);
    },
    idle,
    end() {
      isEnding = true;
      return idle();
    },
  };
}
