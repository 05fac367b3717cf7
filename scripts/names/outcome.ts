/** What one step of the checks found. `detail` says why it failed, or what it counted. */
export type Outcome = { readonly name: string; readonly ok: boolean; readonly detail: string };

/** A step that passes when nothing is wrong; `counted` is what it says when it passes. */
export function outcomeOf(name: string, wrong: readonly string[], counted: string): Outcome {
  if (wrong.length === 0) return { name, ok: true, detail: counted };
  return { name, ok: false, detail: [...wrong, counted].filter((line) => line !== '').join('\n') };
}
