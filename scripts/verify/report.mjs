/** Collects what was checked, line by line, and says it. */

/** Makes an empty report. */
export function createReport() {
  const lines = [];
  const add = (ok, what, detail) => lines.push({ ok, what, detail });
  const report = {
    lines,
    /** Passes when what the receipt says is what was recomputed. */
    same(what, said, is, how = '') {
      const ok = said === is;
      add(ok, what, ok ? `${said}${how === '' ? '' : ` = ${how}`}` : `says ${said}, is ${is}`);
    },
    /** Passes when a fact holds. */
    holds(what, ok, detail) {
      add(ok, what, detail);
    },
    /** Runs checks; what cannot even be read is a difference of its own. */
    part(what, run) {
      try {
        run();
      } catch (error) {
        add(false, what, `cannot be recomputed: ${error.message}`);
      }
    },
    differences: () => lines.filter(({ ok }) => !ok),
    text: () =>
      lines.map(({ ok, what, detail }) => `${ok ? 'ok     ' : 'DIFFERS'} ${what}: ${detail}`),
  };
  return report;
}
