/** A wait that can be cut short. */
export function createPause() {
  let wake: (() => void) | null = null;
  return {
    for(ms: number): Promise<void> {
      return new Promise((resolve) => {
        const timer = setTimeout(done, ms);
        function done(): void {
          clearTimeout(timer);
          wake = null;
          resolve();
        }
        wake = done;
      });
    },
    end(): void {
      wake?.();
    },
  };
}
